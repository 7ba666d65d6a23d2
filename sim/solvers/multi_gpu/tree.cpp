// Barnes-Hut on several GPUs.
//
// Idea:    building the tree is a small part of the work, walking it the large one. So every GPU
//          gets all bodies and builds the whole tree, and only the walk is shared out: each GPU
//          walks for a run of bodies along the space-filling curve. Runs of equal length are not
//          equal work, so each GPU's walk is timed, and the next evaluation cuts the curve where
//          all would have been done at the same time.
// Source:  Warren & Salmon 1993, "A Parallel Hashed Oct-Tree N-Body Algorithm", Supercomputing
//          (runs along the curve, weighted by the work of the step before); the tree: gpu_tree.cu.
// Cost:    gpu_tree's walk, divided by the GPUs, and all of its build; 16 bytes a body and GPU out,
//          12 a body back.
// Memory:  gpu_tree's on each GPU, and 32 bytes a body for what arrives.

#include "sim/solvers/multi_gpu/multi_gpu_solver.hpp"
#include "sim/solvers/multi_gpu/tree_split.hpp"
#include "sim/solvers/tree/gpu_tree.hpp"
#include "sim/solvers/tree/tree_options.hpp"

#include <array>
#include <map>

namespace orrery {
namespace {

struct NamedMode {
    const char* name; // as the direct sums are called
    GroupMode mode;
};
constexpr std::array modes{
    NamedMode{"threads", {host_exchange, Drivers::thread_per_gpu}},
    NamedMode{"single_thread", {host_exchange, Drivers::one_thread}},
    NamedMode{"peer", {peer_exchange, Drivers::thread_per_gpu}},
    NamedMode{"nccl", {nccl_exchange, Drivers::one_thread}}, // last: not everywhere
};
constexpr std::size_t standard_mode = 2;

std::vector<SolverOption> options() {
    const std::string no_nccl = nccl_unavailable();
    std::vector<std::string> names;
    std::map<std::string, std::string, std::less<>> absent;
    for (const NamedMode& one : modes) {
        if (one.mode.exchange != nccl_exchange || no_nccl.empty()) {
            names.emplace_back(one.name);
        } else {
            absent.emplace(one.name, no_nccl);
        }
    }
    std::vector<SolverOption> all = tree_options(16);
    all.push_back({.id = "mode",
                   .title = "Way between the GPUs",
                   .tooltip = "How bodies and results travel and who gives the GPUs their work, as "
                              "in the direct sums of these names: through the host with a thread "
                              "for each GPU or one for all, from GPU to GPU, or by NCCL, where it "
                              "is installed",
                   .minimum = 0,
                   .maximum = static_cast<double>(names.size() - 1),
                   .default_value = standard_mode,
                   .choices = names,
                   .unavailable_choices = absent});
    return all;
}

const SolverInfo& tree_info() {
    static const SolverInfo info = gpu_tree_info({
        .id = "multigpu.tree",
        .title = "Barnes-Hut tree on several GPUs",
        .family = "Several GPUs, tree",
        .idea = "Every GPU builds the tree and walks it for a run of bodies, of equal work.",
        .source = "Warren & Salmon (1993), Supercomputing",
        .space = Space::several_devices,
        .options = options(),
    });
    return info;
}

class TreeMethod final : public GroupMethod {
public:
    GroupMode mode(const ForceParameters& parameters) const override {
        const std::size_t last = tree_info().options.size() - 1;
        return modes.at(parameters.options.choice(tree_info(), last)).mode;
    }
    PerPrecision<MakeSplit> splits() const override {
        return {
            [](DeviceGroup& group, std::size_t) { return tree_split<float>(group, tree_info()); },
            [](DeviceGroup& group, std::size_t) { return tree_split<double>(group, tree_info()); }};
    }
};

} // namespace

SolverEntry multigpu_tree_solver() {
    return {
        tree_info(),
        [] { return multi_gpu_solver(tree_info(), std::make_unique<TreeMethod>()); },
        gpu_unavailable,
    };
}

} // namespace orrery
