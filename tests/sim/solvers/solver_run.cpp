#include "tests/sim/solvers/solver_run.hpp"

#include <algorithm>
#include <limits>

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

// All arrays of a result, filled with one number.
template <class Real>
void fill(Accelerations<Real>& result, double value) {
    for (HostArray<Real>* array :
         {&result.acceleration.x, &result.acceleration.y, &result.acceleration.z, &result.potential,
          &result.jerk.x, &result.jerk.y, &result.jerk.z}) {
        std::fill(array->begin(), array->end(), static_cast<Real>(value));
    }
    std::fill(result.interactions.begin(), result.interactions.end(), static_cast<float>(value));
}

template <class Real>
ForceRequest<Real> request_of(const Bodies<Real>& sources, const Bodies<Real>& others,
                              const Pulled& pulled, Accelerations<Real>& result,
                              const ForceParameters& parameters) {
    AccelerationsView<Real> to = result.view();
    to.add = pulled.before.has_value();
    if (pulled.others != nullptr) {
        return ForceRequest<Real>::on_others(view(sources), view(others), to, parameters);
    }
    if (!pulled.list.empty()) {
        return ForceRequest<Real>::on_listed(view(sources), pulled.list, to, parameters);
    }
    auto request = ForceRequest<Real>::among(view(sources), to, parameters);
    if (pulled.first != 0 || pulled.end != Pulled::last) {
        request.targets = request.targets.part(pulled.first, std::min(pulled.end, sources.size()));
        request.targets_at = pulled.first;
    }
    return request;
}

template <class Real>
SolverRun run_in(Solver& solver, const Bodies<double>& bodies, const ForceParameters& parameters,
                 WantedForces wanted, std::stop_token stop, int threads, const Pulled& pulled,
                 StepProgress* progress) {
    const auto own = converted<Real>(bodies);
    const auto others = pulled.others != nullptr ? converted<Real>(*pulled.others) : Bodies<Real>();
    const std::size_t targets = pulled.others != nullptr ? others.size()
                                : !pulled.list.empty()
                                    ? pulled.list.size()
                                    : std::min(pulled.end, own.size()) - pulled.first;
    Accelerations<Real> result(targets, wanted.potential, wanted.jerk, wanted.interactions);
    fill(result, pulled.before.value_or(std::numeric_limits<double>::quiet_NaN()));
    Workers workers(threads);
    SolverRun run;
    Execution execution{std::move(stop), workers, run.timings, nullptr, progress};
    run.outcome = solve(solver, request_of(own, others, pulled, result, parameters), execution);
    run.forces.acceleration = vectors(result.acceleration);
    run.forces.potential = {result.potential.begin(), result.potential.end()};
    run.forces.jerk = vectors(result.jerk);
    run.interactions = {result.interactions.begin(), result.interactions.end()};
    return run;
}

} // namespace

SolverRun run_solver(Solver& solver, Precision precision, const Bodies<double>& bodies,
                     const ForceParameters& parameters, WantedForces wanted, std::stop_token stop,
                     int threads, const Pulled& pulled, StepProgress* progress) {
    return precision == Precision::fp32
               ? run_in<float>(solver, bodies, parameters, wanted, std::move(stop), threads, pulled,
                               progress)
               : run_in<double>(solver, bodies, parameters, wanted, std::move(stop), threads,
                                pulled, progress);
}

Bodies<double> rounded(const Bodies<double>& bodies, Precision precision) {
    return precision == Precision::fp32 ? converted<double>(converted<float>(bodies)) : bodies;
}

} // namespace orrery
