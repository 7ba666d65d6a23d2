#include "tests/sim/solvers/solver_contract.hpp"

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/machine/devices.hpp"
#include "sim/mesh/mesh_space.hpp"

#include <algorithm>

namespace orrery {
namespace {

// Bodies whose truth is worth its time: all, or some that do not step with any tile, and the last.
std::vector<std::size_t> checked_bodies(std::size_t count) {
    constexpr std::size_t most = 100;
    if (count <= most) {
        return all_of(count);
    }
    std::vector<std::size_t> checked;
    for (std::size_t i = 0; i < count; i += 13) {
        checked.push_back(i);
    }
    checked.push_back(count - 1);
    return checked;
}

} // namespace

std::vector<SolverVariant> solver_variants() {
    // Without a GPU, one way to share tells why; thousands of tests would tell the same.
    const bool gpus = gpu_unavailable().empty();
    const auto worth_trying = [gpus](Sharing sharing) {
        return gpus || sharing == Sharing::none || sharing == Sharing::peer;
    };
    std::vector<SolverVariant> variants;
    for (const SolverEntry& entry : solvers()) {
        for (const SharingMode& mode : sharing_modes()) {
            if (entry.granted(mode.sharing) != mode.sharing || !worth_trying(mode.sharing)) {
                continue;
            }
            variants.push_back({entry.info.id, Precision::fp32, mode.sharing});
            if (entry.info.has_double) {
                variants.push_back({entry.info.id, Precision::fp64, mode.sharing});
            }
        }
    }
    return variants;
}

void PrintTo(const SolverVariant& variant, // NOLINT(readability-identifier-naming)
             std::ostream* out) {
    *out << variant.id << (variant.precision == Precision::fp32 ? " in fp32" : " in fp64");
    if (variant.sharing != Sharing::none) {
        *out << " shared by " << sharing_mode(variant.sharing).id;
    }
}

std::string variant_name(const testing::TestParamInfo<SolverVariant>& variant) {
    std::string name = variant.param.id;
    std::replace(name.begin(), name.end(), '.', '_');
    if (variant.param.sharing != Sharing::none) {
        name += std::string("_") + sharing_mode(variant.param.sharing).id;
    }
    return name + (variant.param.precision == Precision::fp32 ? "_fp32" : "_fp64");
}

void SolverContract::SetUp() {
    const SolverEntry& entry = find_solver(GetParam().id);
    const Sharing sharing = GetParam().sharing;
    if (const std::string reason = entry.unavailable_with(sharing); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    solver_ = entry.make_with(sharing);
}

bool SolverContract::is_mesh() const {
    return info().find_option("cells") != nullptr;
}

std::size_t SolverContract::choices_to_try(const SolverOption& option) const {
    constexpr std::size_t small_meshes = 5;
    return is_mesh() ? std::min(option.choices.size(), small_meshes) : option.choices.size();
}

ForceParameters SolverContract::promised(ForceParameters parameters, const Bodies<double>& bodies,
                                         const Bodies<double>* others) const {
    Workers workers(1);
    MeshBounds bounds = mesh_bounds(view(bodies), true, workers);
    if (others != nullptr) {
        bounds.extend(mesh_bounds(view(*others), true, workers));
    }
    parameters.softening = std::max(
        parameters.softening, least_promised_softening(info(), parameters, bounds, bodies.size()));
    return parameters;
}

SolverRun SolverContract::run(const Bodies<double>& bodies, const ForceParameters& parameters,
                              WantedForces wanted, int threads) {
    return run_solver(solver(), precision(), bodies, parameters, wanted, {}, threads);
}

SolverRun SolverContract::run_until(std::stop_token stop, const Bodies<double>& bodies,
                                    const ForceParameters& parameters, StepProgress* progress) {
    return run_solver(solver(), precision(), bodies, parameters, {}, std::move(stop), 2, {},
                      progress);
}

SolverRun SolverContract::run_on(const Pulled& pulled, const Bodies<double>& bodies,
                                 const ForceParameters& parameters, WantedForces wanted) {
    return run_solver(solver(), precision(), bodies, parameters, wanted, {}, 2, pulled);
}

void SolverContract::expect_promise_kept(const Bodies<double>& bodies, const ForceParameters& asked,
                                         WantedForces wanted) {
    const ForceParameters parameters = promised(asked, bodies);
    const SolverRun result = run(bodies, parameters, wanted);
    EXPECT_EQ(result.outcome, Outcome::complete);
    ASSERT_EQ(result.forces.acceleration.size(), bodies.size());
    const auto checked = checked_bodies(bodies.size());
    const PlainSum truth = plain_sum(rounded(bodies, precision()), checked, parameters);
    expect_promise_kept(result.forces, checked, truth, parameters, wanted);
}

void SolverContract::expect_promise_kept(const Forces& computed,
                                         std::span<const std::size_t> checked,
                                         const PlainSum& truth, const ForceParameters& parameters,
                                         WantedForces wanted) {
    const double promised = info().promised_error(precision(), parameters.options);
    const auto& [forces, scales] = truth;
    std::vector<Vector3> accelerations;
    for (std::size_t k = 0; k < checked.size(); ++k) {
        const std::size_t i = checked[k];
        SCOPED_TRACE("target " + std::to_string(i) + " of " +
                     std::to_string(computed.acceleration.size()));
        accelerations.push_back(computed.acceleration[i]);
        EXPECT_LE(length(computed.acceleration[i] - forces.acceleration[k]),
                  promised * scales.acceleration[k]);
        if (wanted.potential) {
            EXPECT_NEAR(computed.potential[i], forces.potential[k], promised * scales.potential[k]);
        }
        if (wanted.jerk) {
            // Twice the operations of an acceleration.
            EXPECT_LE(length(computed.jerk[i] - forces.jerk[k]), 2 * promised * scales.jerk[k]);
        }
    }
    EXPECT_LE(force_error(accelerations, forces.acceleration).p99, promised);
}

} // namespace orrery
