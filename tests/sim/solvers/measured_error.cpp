#include "tests/sim/solvers/measured_error.hpp"

#include <algorithm>

namespace orrery {

MeasuredError measured_error(std::string_view algorithm, const Bodies<double>& bodies,
                             const ForceParameters& parameters, Precision precision) {
    const auto solver = find_solver(algorithm).make();
    const SolverRun run = run_solver(*solver, precision, bodies, parameters);
    Workers workers(2);
    std::vector<std::size_t> targets;
    std::vector<Vector3> computed;
    const std::size_t samples = std::min<std::size_t>(500, bodies.size());
    for (std::size_t i = 0; i < samples; ++i) {
        targets.push_back(i * bodies.size() / samples);
        computed.push_back(run.forces.acceleration[targets.back()]);
    }
    const Bodies<double> seen = rounded(bodies, precision);
    const auto truth = reference_forces(view(seen), targets, 1, parameters.softening, workers);
    return {force_error(computed, truth.acceleration),
            run.timings.interactions / static_cast<double>(bodies.size())};
}

} // namespace orrery
