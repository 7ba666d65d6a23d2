#pragma once

#include "sim/solver.hpp"
#include "sim/tree/pair_acceptance.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// `leaf`: the most bodies of a cell that is not divided, where the user does not say.
std::vector<SolverOption> fmm_options(double leaf);

// With the order that the user wants, or one chosen for the error wanted.
PairCriterion fmm_criterion(const SolverInfo& info, const ForceParameters& parameters,
                            Precision precision);
// The promised bound of the measured error.
double fmm_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                   const PeriodicBox& box);

// ---- on a GPU ----

// The options of the fast multipole methods.
std::vector<SolverOption> gpu_fmm_options(double leaf);

// The choice that follows for one evaluation, of `bodies` sources.
struct GpuFmmChoice {
    int order;        // of the expansions
    double tolerance; // of one pair's error, over the acceleration of the target's bodies
    std::size_t leaf; // most bodies of a cell that is not divided
};
GpuFmmChoice gpu_fmm_choice(const SolverInfo& info, const ForceParameters& parameters,
                            std::size_t bodies, Precision precision);

// SolverInfo::promise.
double gpu_fmm_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                       const PeriodicBox& box);

} // namespace orrery
