#include "sim/solver_in_box.hpp"

#include "sim/solvers/list_solvers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {

double SolverInfo::promised_error(Precision precision, const ResolvedOptions& options,
                                  const PeriodicBox& box) const {
    if (promise != nullptr) {
        return promise(*this, options, precision, box);
    }
    // While a universe is young a thousandth of what pulls is left, and rounding is that of the
    // pulls: on cold lattices 4 (cpu.simd) to 67 times (gpu.shared) the error of open space.
    constexpr double cancelled = 100;
    return (precision == Precision::fp32 ? promised_error_fp32 : promised_error_fp64) *
           (box.is_periodic() ? cancelled : 1);
}

const SolverOption* SolverInfo::find_option(std::string_view option) const {
    const auto found =
        std::find_if(options.begin(), options.end(),
                     [&](const SolverOption& candidate) { return candidate.id == option; });
    return found == options.end() ? nullptr : &*found;
}

bool SolverInfo::in_effect(const SolverOption& option, const OptionValues& values) const {
    const SolverOption::Need& need = option.only_with;
    return need.option == nullptr ||
           find_option(need.option)->value_in(values) == OptionValue(need.choice);
}

std::optional<int> home_device(const SolverInfo& info, std::span<const int> devices) {
    if (info.space == Space::host) {
        return std::nullopt;
    }
    return devices.empty() ? 0 : devices.front();
}

namespace {

Registry<SolverEntry>& registry() {
    static Registry<SolverEntry> all(
        {.noun = "algorithm",
         .listing = "orrery list algorithms",
         .name = [](const SolverEntry& entry) { return std::string_view(entry.info.id); },
         .fill = list_solvers});
    return all;
}

template <class Real>
bool all_finite(const Real* values, std::size_t count) {
    // Without an early exit the loop vectorises.
    unsigned other = 0;
    for (std::size_t i = 0; i < count; ++i) {
        other |= std::abs(values[i]) <= std::numeric_limits<Real>::max() ? 0U : 1U;
    }
    return other == 0;
}

} // namespace

std::string SolverEntry::unavailable_with(Sharing wish) const {
    const std::string reason = unavailable();
    return reason.empty() ? sharing_unavailable(granted(wish)) : reason;
}

std::span<const SolverEntry> solvers() {
    return registry().all();
}

const SolverEntry& find_solver(std::string_view id) {
    const auto on_gpu = [](std::string_view name) { return name.starts_with("gpu."); };
    if (on_gpu(id) && std::ranges::none_of(solvers(), [&](const SolverEntry& entry) {
            return on_gpu(entry.info.id);
        })) {
        throw bad_input("'" + std::string(id) + "' needs CUDA, and this build has none", "",
                        "build Orrery where nvcc is installed, or take another: 'orrery list "
                        "algorithms' shows all");
    }
    return registry().find(id);
}

const SolverEntry* known_solver(std::string_view id) {
    return registry().known(id);
}

void register_solver(const SolverEntry& entry) {
    registry().add(entry);
}

std::string instead_in_box(const SolverInfo& info) {
    const bool on_gpu = info.space != Space::host;
    const auto known = [&](const char* on_device, const char* on_host) {
        return std::string(on_gpu && known_solver(on_device) != nullptr ? on_device : on_host);
    };
    const std::string tree_of_boxes = known("gpu.treemesh", "cpu.treemesh");
    return info.is_direct
               ? "use " + known("gpu.register", "cpu.simd_threads") +
                     ", which sums all pairs and images, or " + tree_of_boxes + ", which is faster"
               : "use " + tree_of_boxes + ": a mesh has the images, a tree the detail";
}

void require_box(const SolverInfo& info, const ForceParameters& parameters) {
    if (parameters.box.is_periodic() && !info.periodic) {
        throw bad_input(std::string(info.id) + " cannot compute in a periodic box", "",
                        instead_in_box(info));
    }
}

Error input_not_finite(const std::string& where) {
    return failure(
        "a body's position or mass is not a finite number", where,
        "look for NaN or huge values in the input (beyond 3e38 only in double precision), "
        "or use a smaller time step");
}

Error acceleration_not_finite(const std::string& where) {
    return failure("a body's acceleration is not a finite number", where,
                   "look for huge values in the input, or use a larger softening or --precision "
                   "fp64");
}

template <class Real>
Outcome solve(Solver& solver, const ForceRequest<Real>& request, Execution& execution) {
    const BodiesView<Real>& sources = request.sources;
    const BodiesView<Real>& targets = request.targets;
    const auto finite = [](std::size_t count, auto... arrays) {
        return (all_finite(arrays, count) && ...);
    };
    if (!finite(sources.count, sources.x, sources.y, sources.z, sources.mass) ||
        (!request.targets_at && !finite(targets.count, targets.x, targets.y, targets.z))) {
        throw input_not_finite(solver.info().id);
    }
    const Outcome outcome = solver.info().space == Space::host
                                ? solver.accelerations(request, execution)
                                : solve_on_device(solver, request, execution);
    if (outcome == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    if (!finite(targets.count, request.result.x, request.result.y, request.result.z)) {
        throw acceleration_not_finite(solver.info().id);
    }
    return Outcome::complete;
}

template Outcome solve(Solver&, const ForceRequest<float>&, Execution&);
template Outcome solve(Solver&, const ForceRequest<double>&, Execution&);

} // namespace orrery
