#include "sim/simulation/forces_once.hpp"

#include "sim/base/error.hpp"
#include "sim/diagnostics/diagnostics.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace orrery {
namespace {

// With fewer, a direct sum is as fast as what approximates it.
constexpr std::size_t few_bodies = 8192;

bool runs_here(const char* id) {
    const SolverEntry* const entry = known_solver(id);
    return entry != nullptr && entry->unavailable().empty();
}

std::string suitable_algorithm(const Settings& settings, std::size_t bodies, bool periodic) {
    if (periodic) {
        return "cpu.simd_threads";
    }
    if (bodies <= few_bodies) {
        return fastest_direct_sum(settings);
    }
    return runs_here("gpu.fmm") ? "gpu.fmm" : "cpu.fmm";
}

// An error is for those that approximate: a direct sum keeps within every one that it can keep.
void take_error(OptionValues& options, const SolverInfo& info, double error) {
    if (!(error > 0)) {
        throw bad_input("the wanted error is not above zero", "error",
                        "Leave it out, or give 1e-3.");
    }
    if (info.find_option("error") != nullptr) {
        options["error"] = error;
    } else if (!info.is_direct) {
        throw bad_input(std::string(info.id) + " takes no wanted error", "error",
                        "Leave it out, or set its own options.");
    }
}

template <class Real>
ForceFacts facts_of(const ForcePlan& plan, const Bodies<Real>& sources, const StepTimings& timings,
                    Clock::time_point began) {
    const double factor =
        promise_factor(plan.checked.info, plan.settings.precision, masses_of(sources.mass));
    return {plan.settings.algorithm,
            factor * promised_error(plan.settings, plan.checked.forces.box),
            milliseconds_since(began), timings.interactions};
}

} // namespace

PeriodicBox box_with(const std::array<double, 3>& edges) {
    if (!std::ranges::all_of(edges, [](double edge) { return edge > 0 && std::isfinite(edge); })) {
        throw bad_input("an edge is no length above zero", "box",
                        "Give three finite ones, or leave it out.");
    }
    return {edges};
}

ForcePlan plan_forces(const ForceWishes& wishes, std::size_t bodies) {
    Settings settings;
    settings.precision = wishes.precision;
    settings.threads = wishes.threads;
    settings.devices = wishes.devices;
    settings.softening = wishes.softening;
    settings.algorithm = !wishes.algorithm.empty()
                             ? wishes.algorithm
                             : suitable_algorithm(settings, bodies, wishes.box.is_periodic());
    settings.solver_options[settings.algorithm] = wishes.options;
    if (wishes.error) {
        take_error(settings.solver_options[settings.algorithm],
                   find_solver(settings.algorithm).info, *wishes.error);
    }
    SuggestedDefaults scales;
    scales.gravity = wishes.gravity;
    CheckedSettings found = checked(settings, scales);
    if (wishes.box.is_periodic()) { // asked for by name: no algorithm passes it over
        found.forces.box = wishes.box;
        require_box(found.info, found.forces);
    }
    return {std::move(settings), std::move(found)};
}

namespace {

// An array of a program's is its own to mend.
template <class Real>
void require_sound(const Bodies<Real>& bodies, bool with_masses, const char* which) {
    const auto finite = [](const HostArray<Real>& numbers) {
        return std::ranges::all_of(numbers, [](Real number) { return std::isfinite(number); });
    };
    const VectorArray<Real>& at = bodies.position;
    if (!finite(at.x) || !finite(at.y) || !finite(at.z) || (with_masses && !finite(bodies.mass))) {
        throw bad_input("a position or mass is not a finite number", which,
                        "Look for NaN and, in single precision, for numbers beyond 3e38.");
    }
    if (with_masses && !std::ranges::all_of(bodies.mass, [](Real mass) { return mass >= 0; })) {
        throw bad_input("a mass is negative", which, "Masses are zero or more.");
    }
}

} // namespace

template <class Real>
ForceFacts compute_forces(const ForcePlan& plan, const Bodies<Real>& sources,
                          const Bodies<Real>* targets, const AccelerationsView<Real>& result,
                          std::stop_token stop) {
    Workers workers(plan.settings.threads);
    StepTimings timings;
    Execution execution{std::move(stop), workers, timings, nullptr, nullptr, plan.checked.devices};
    const ForceParameters& law = plan.checked.forces;
    require_sound(sources, true, "the bodies");
    if (targets != nullptr) {
        require_sound(*targets, false, "the targets");
    }
    const auto request =
        targets != nullptr
            ? ForceRequest<Real>::on_others(view(sources), view(*targets), result, law)
            : ForceRequest<Real>::among(view(sources), result, law);
    const std::unique_ptr<Solver> solver = plan.checked.algorithm.make();
    const auto began = Clock::now();
    static_cast<void>(solve(*solver, request, execution)); // the caller knows whether it stopped
    return facts_of(plan, sources, timings, began);
}

template ForceFacts compute_forces(const ForcePlan&, const Bodies<float>&, const Bodies<float>*,
                                   const AccelerationsView<float>&, std::stop_token);
template ForceFacts compute_forces(const ForcePlan&, const Bodies<double>&, const Bodies<double>*,
                                   const AccelerationsView<double>&, std::stop_token);

} // namespace orrery
