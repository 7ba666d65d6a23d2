#include "app/commands/forces.hpp"

#include "app/commands/system_arguments.hpp"

namespace orrery {
namespace {

template <class Real>
std::optional<Forces> compute(const Bodies<Real>& bodies, const SolverEntry& entry,
                              const ForceParameters& parameters, SolverContext& context) {
    const std::unique_ptr<Solver> solver = entry.make();
    Accelerations<Real> result(bodies.size(), entry.info.has_potential);
    {
        const auto start = Clock::now();
        if (solve<Real>(*solver, view(bodies), result.view(), parameters, context) ==
            Outcome::cancelled) {
            return std::nullopt;
        }
        context.timings.total_milliseconds = milliseconds_since(start);
    }
    Forces forces;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        forces.acceleration.push_back({static_cast<double>(result.acceleration.x[i]),
                                       static_cast<double>(result.acceleration.y[i]),
                                       static_cast<double>(result.acceleration.z[i])});
    }
    forces.potential.assign(result.potential.begin(), result.potential.end());
    forces.timings = context.timings;
    return forces;
}

} // namespace

std::optional<Forces> compute_forces(const InitialConditions& system, const Settings& settings,
                                     Workers& workers, std::stop_token stop) {
    ForceParameters parameters;
    parameters.gravity = system.units.gravity;
    parameters.softening = softening_of(settings, system);
    if (const auto options = settings.solver_options.find(settings.algorithm);
        options != settings.solver_options.end()) {
        parameters.options = options->second;
    }
    StepTimings timings;
    SolverContext context{std::move(stop), workers, timings};
    const SolverEntry& entry = find_solver(settings.algorithm);
    return settings.precision == Precision::fp32
               ? compute(converted<float>(system.bodies), entry, parameters, context)
               : compute(system.bodies, entry, parameters, context);
}

Bodies<double> rounded_bodies(const Bodies<double>& bodies, Precision precision) {
    return precision == Precision::fp32 ? converted<double>(converted<float>(bodies)) : bodies;
}

} // namespace orrery
