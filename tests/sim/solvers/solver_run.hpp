#pragma once

#include "tests/sim/solvers/plain_sum.hpp"

#include "sim/solver.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

struct WantedForces {
    bool potential = false;
    bool jerk = false;
    bool interactions = false;
};

struct SolverRun {
    Outcome outcome = Outcome::complete;
    Forces forces; // of every target; potential and jerk where wanted
    std::vector<float> interactions;
    StepTimings timings;
};

// The bodies that are pulled, and their results' values before.
struct Pulled {
    static constexpr std::size_t last = ~std::size_t{0};

    const Bodies<double>* others = nullptr; // null: the sources themselves …
    std::size_t first = 0, end = last;      // … or those of them from `first` on, before `end`
    std::optional<double> before = {};      // of every result, which is added to; none: it is set
    std::vector<std::uint32_t> list = {};   // if there is one, those of the sources
};

// Rounds the bodies to `precision`, has `solver` compute their forces through solve() on `threads`
// workers, and gives the result back in double. A result that is to be set is not a number before.
SolverRun run_solver(Solver& solver, Precision precision, const Bodies<double>& bodies,
                     const ForceParameters& parameters, WantedForces wanted = {},
                     std::stop_token stop = {}, int threads = 2, const Pulled& pulled = {},
                     StepProgress* progress = nullptr);

// The bodies as a solver of this precision sees them.
Bodies<double> rounded(const Bodies<double>& bodies, Precision precision);

} // namespace orrery
