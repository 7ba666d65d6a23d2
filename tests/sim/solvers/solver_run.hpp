#pragma once

#include "tests/sim/solvers/plain_sum.hpp"

#include "sim/solver.hpp"

namespace orrery {

struct WantedForces {
    bool potential = false;
    bool jerk = false;
    bool interactions = false;
};

struct SolverRun {
    Outcome outcome = Outcome::complete;
    Forces forces; // of every body; potential and jerk where wanted
    std::vector<float> interactions;
    StepTimings timings;
};

// Rounds the bodies to `precision`, has `solver` compute their forces through solve() on `threads`
// workers, and gives the result back in double.
SolverRun run_solver(Solver& solver, Precision precision, const Bodies<double>& bodies,
                     const ForceParameters& parameters, WantedForces wanted = {},
                     std::stop_token stop = {}, int threads = 2);

// The bodies as a solver of this precision sees them.
Bodies<double> rounded(const Bodies<double>& bodies, Precision precision);

} // namespace orrery
