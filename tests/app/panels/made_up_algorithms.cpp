#include "tests/app/panels/made_up_algorithms.hpp"

#include "sim/solvers/list_solvers.hpp"

#include <vector>

namespace orrery {
namespace {

std::string why_no_gpu = "there is no NVIDIA driver on this machine"; // NOLINT: set by tests

std::string no_gpu() {
    return why_no_gpu;
}
std::string too_old() {
    return why_no_gpu.empty() ? refused_because : why_no_gpu;
}

std::unique_ptr<Solver> nothing() {
    return nullptr; // shown, never run
}
std::unique_ptr<Solver> nothing_shared(const SolverInfo& /*info*/, Sharing /*sharing*/) {
    return nullptr;
}

SolverInfo on_gpu(SolverInfo info) {
    info.source = "made up";
    info.space = Space::device;
    info.has_jerk = true;
    return info;
}

SolverOption number(const char* id, const char* title, double high, double usual, bool whole) {
    return {.id = id,
            .title = title,
            .tooltip = "A number that is made up",
            .minimum = whole ? 1 : 0.001 * high,
            .maximum = high,
            .default_value = usual,
            .choices = {},
            .whole = whole};
}

// In the order of the lecture, with titles as long as they get.
const std::vector<SolverInfo>& infos() {
    const SolverOption leaf = number("leaf_size", "Bodies in a leaf", 64, 16, true);
    const SolverOption order = number("order", "Order of the expansions", 12, 4, true);
    const SolverOption error = number("error", "Error wanted", 0.1, 0.001, false);
    const SolverOption angle = number("theta", "Opening angle", 1, 0.5, false);
    const SolverOption opening{.id = "opening",
                               .title = "Open cells by",
                               .tooltip = "A choice that is made up",
                               .minimum = 0,
                               .maximum = 1,
                               .default_value = 0,
                               .choices = {"error", "angle"}};
    static const std::vector<SolverInfo> all = [&] {
        std::vector<SolverInfo> list;
        const auto add = [&](const char* id, const char* title, const char* family,
                             std::vector<SolverOption> options = {}) {
            list.push_back(on_gpu({.id = id,
                                   .title = title,
                                   .family = family,
                                   .idea = "Nothing is computed, in as many words as others need.",
                                   .source = "",
                                   .options = std::move(options)}));
        };
        add("gpu.naive", "One thread per body", "GPU direct");
        add("gpu.soa", "Structure of arrays", "GPU direct");
        add("gpu.shared", "Shared memory", "GPU direct",
            {number("block", "Threads in a block", 1024, 256, true)});
        add("gpu.const", "Constant memory", "GPU direct");
        add("gpu.shuffle", "Warp shuffles", "GPU direct");
        add("gpu.texture", "Texture object", "GPU direct");
        add("gpu.atomic", "Atomic reactions", "GPU direct");
        add("gpu.tiled32", "Symmetric 32 x 32 tiles", "GPU direct");
        add("gpu.register", "Four bodies a thread", "GPU direct");
        add("gpu.symmetric", "Each pair once, in registers", "GPU direct");
        add(refused_algorithm, "Clusters of blocks", "GPU direct");
        add("gpu.tree", "Barnes-Hut tree", "GPU tree", {opening, error, angle, order, leaf});
        add("gpu.fmm", "Fast multipole method", "FMM", {error, order, leaf});
        return list;
    }();
    return all;
}

const SharedAlgorithm* shared_of(const SolverInfo& info) {
    static const std::vector<SharedAlgorithm> all = [] {
        std::vector<SharedAlgorithm> list;
        for (SolverInfo one : infos()) {
            one.space = Space::several_devices;
            list.push_back({one, SharedBy::targets, nothing_shared});
        }
        return list;
    }();
    return &all[static_cast<std::size_t>(&info - infos().data())];
}

} // namespace

void pretend_that_gpus(const std::string& cannot_compute_because) {
    why_no_gpu = cannot_compute_because;
}

void list_solvers(Registry<SolverEntry>& list) {
    // clang-format off
    extern SolverEntry aos_solver();             list.add(aos_solver());
    extern SolverEntry aos_tiled_solver();       list.add(aos_tiled_solver());
    extern SolverEntry soa_solver();             list.add(soa_solver());
    extern SolverEntry simd_solver();            list.add(simd_solver());
    extern SolverEntry simd_threads_solver();    list.add(simd_threads_solver());
    extern SolverEntry symmetric_solver();       list.add(symmetric_solver());
    extern SolverEntry tree_solver();            list.add(tree_solver());
    extern SolverEntry fmm_solver();             list.add(fmm_solver());
    // clang-format on
    for (const SolverInfo& info : infos()) {
        const bool refused = std::string_view(info.id) == refused_algorithm;
        list.add({info, nothing, refused ? too_old : no_gpu, shared_of(info)});
    }
}

} // namespace orrery
