#include "app/commands/forces.hpp"

#include "app/state/source_choice.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

template <class Real>
std::optional<Forces> compute(const Bodies<Real>& bodies, const SolverEntry& entry, Sharing sharing,
                              const ForceParameters& parameters, Execution& execution) {
    const std::unique_ptr<Solver> solver = entry.make_with(sharing);
    Accelerations<Real> result(bodies.size(), entry.info.has_potential);
    {
        const auto start = Clock::now();
        const auto request = ForceRequest<Real>::among(view(bodies), result.view(), parameters);
        if (solve(*solver, request, execution) == Outcome::cancelled) {
            return std::nullopt;
        }
        execution.timings.total_milliseconds = milliseconds_since(start);
    }
    Forces forces;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        forces.acceleration.push_back({static_cast<double>(result.acceleration.x[i]),
                                       static_cast<double>(result.acceleration.y[i]),
                                       static_cast<double>(result.acceleration.z[i])});
    }
    forces.potential.assign(result.potential.begin(), result.potential.end());
    forces.timings = execution.timings;
    return forces;
}

} // namespace

CheckedSettings checked(const Settings& settings, const System& system) {
    return checked(settings, suggested_by(system));
}

std::optional<Forces> compute_forces(const System& system, const Settings& settings,
                                     Workers& workers, std::stop_token stop) {
    const CheckedSettings wanted = checked(settings, system);
    StepTimings timings;
    Execution execution{std::move(stop), workers, timings, nullptr, nullptr, wanted.devices};
    return settings.precision == Precision::fp32
               ? compute(converted<float>(system.bodies), wanted.algorithm, settings.sharing,
                         wanted.forces, execution)
               : compute(system.bodies, wanted.algorithm, settings.sharing, wanted.forces,
                         execution);
}

void tell_rounding(const ForceError& rounding, const Settings& settings, const Console& console) {
    if (settings.precision == Precision::fp32 && rounding_matters(rounding, settings)) {
        console.note(fmt::format("rounding the bodies to fp32 changes one force in a hundred by "
                                 "{:.1e} or more, and {} promises {:.1e}: --precision fp64 helps",
                                 rounding.p99, settings.algorithm, promised_error(settings)));
    }
}

void tell_rounding(const ChosenSystem& from, const Console& console) {
    const Settings& settings = from.chosen.settings;
    if (settings.precision == Precision::fp32 && !is_scene(settings.source)) {
        Workers workers(settings.threads);
        tell_rounding(sampled_rounding_error(view(from.system.bodies),
                                             checked(settings, from.system).forces.softening,
                                             workers),
                      settings, console);
    }
}

} // namespace orrery
