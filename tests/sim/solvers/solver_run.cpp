#include "tests/sim/solvers/solver_run.hpp"

namespace orrery {
namespace {

template <class Real>
std::vector<Vector3> vectors(const VectorArray<Real>& from) {
    std::vector<Vector3> to(from.size());
    for (std::size_t i = 0; i < to.size(); ++i) {
        to[i] = {static_cast<double>(from.x[i]), static_cast<double>(from.y[i]),
                 static_cast<double>(from.z[i])};
    }
    return to;
}

template <class Real>
SolverRun run_in(Solver& solver, const Bodies<double>& bodies, const ForceParameters& parameters,
                 WantedForces wanted, std::stop_token stop, int threads) {
    const auto own = converted<Real>(bodies);
    Accelerations<Real> result(bodies.size(), wanted.potential, wanted.jerk, wanted.interactions);
    Workers workers(threads);
    SolverRun run;
    SolverContext context{std::move(stop), workers, run.timings};
    run.outcome = solve(solver, view(own), result.view(), parameters, context);
    run.forces.acceleration = vectors(result.acceleration);
    run.forces.potential = {result.potential.begin(), result.potential.end()};
    run.forces.jerk = vectors(result.jerk);
    run.interactions = {result.interactions.begin(), result.interactions.end()};
    return run;
}

} // namespace

SolverRun run_solver(Solver& solver, Precision precision, const Bodies<double>& bodies,
                     const ForceParameters& parameters, WantedForces wanted, std::stop_token stop,
                     int threads) {
    return precision == Precision::fp32
               ? run_in<float>(solver, bodies, parameters, wanted, std::move(stop), threads)
               : run_in<double>(solver, bodies, parameters, wanted, std::move(stop), threads);
}

Bodies<double> rounded(const Bodies<double>& bodies, Precision precision) {
    return precision == Precision::fp32 ? converted<double>(converted<float>(bodies)) : bodies;
}

} // namespace orrery
