#pragma once

#include "sim/simulation/checked_settings.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace orrery {

// What is asked of forces that are computed once, without a simulation.
struct ForceWishes {
    std::string algorithm;       // empty: the fastest direct sum for few bodies, else the FMM
    std::optional<double> error; // wanted of 99 bodies in 100
    OptionValues options = {};   // of the algorithm
    Precision precision = Precision::fp64;
    double gravity = 1, softening = 0;
    PeriodicBox box = {};
    int threads = 0;             // 0: one per core
    std::string devices = "all"; // GPUs, as Settings has them
};

// A box with these edges. Throws bad_input unless all of them are lengths.
PeriodicBox box_with(const std::array<double, 3>& edges);

// Wishes that were looked up and found fit to be computed.
struct ForcePlan {
    Settings settings;
    CheckedSettings checked;
};

// Throws bad_input as `checked` does; for an error where the algorithm takes none; and for a box in
// which it cannot compute.
ForcePlan plan_forces(const ForceWishes& wishes, std::size_t bodies);

// What is known of forces beside their numbers.
struct ForceFacts {
    std::string algorithm;
    double promised_error = 0;
    double milliseconds = 0; // of the evaluation, copies to a GPU included
    double interactions = 0; // ordered pairs of a direct sum, else terms evaluated
};

// How `sources` pull on each other or, where they are given, on `targets`, whose masses and
// velocities are not looked at. Throws as `solve` does. Cancelled: the result is unusable.
template <class Real>
ForceFacts compute_forces(const ForcePlan& plan, const Bodies<Real>& sources,
                          const Bodies<Real>* targets, const AccelerationsView<Real>& result,
                          std::stop_token stop);

} // namespace orrery
