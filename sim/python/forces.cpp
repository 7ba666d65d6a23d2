// orrery.forces: accelerations once, without a simulation.

#include "sim/python/arrays.hpp"
#include "sim/python/bindings.hpp"
#include "sim/python/interruptible.hpp"
#include "sim/python/words.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <array>
#include <optional>
#include <string>

namespace orrery::python {
namespace {

// With fewer, a direct sum is as fast as what approximates it.
constexpr std::size_t few_bodies = 8192;

struct Wishes {
    std::optional<std::string> algorithm;
    std::optional<double> error;
    std::optional<std::array<double, 3>> box;
    std::optional<std::string> precision;
    double gravity = 1, softening = 0;
    int threads = 0;
    nb::dict options;
};

// What forces gives: arrays, and what is known of them.
struct Result {
    nb::object acceleration, potential;
    double promised_error = 0, milliseconds = 0, interactions = 0;
    std::string algorithm;
};

bool runs_here(const char* id) {
    const SolverEntry* const entry = known_solver(id);
    return entry != nullptr && entry->unavailable().empty();
}

std::string suitable_algorithm(const Settings& settings, std::size_t bodies, bool periodic) {
    if (bodies <= few_bodies || periodic) {
        return periodic ? "cpu.simd_threads" : fastest_direct_sum(settings);
    }
    return runs_here("gpu.fmm") ? "gpu.fmm" : "cpu.fmm";
}

// An error is for those that approximate: a direct sum keeps within every one that it can keep.
void take_error(OptionValues& options, const SolverInfo& info, double error) {
    if (info.find_option("error") != nullptr) {
        options["error"] = error;
    } else if (!info.is_direct) {
        throw bad_input(std::string(info.id) + " takes no wanted error", "error",
                        "Leave it out, or set its own options.");
    }
}

Settings settings_of(const Wishes& wishes, std::size_t bodies, bool single) {
    Settings settings;
    settings.precision = single ? Precision::fp32 : Precision::fp64;
    if (wishes.precision) {
        set(settings, "precision", nb::str(wishes.precision->c_str()));
    }
    settings.threads = wishes.threads;
    settings.softening = wishes.softening;
    settings.algorithm = wishes.algorithm
                             ? *wishes.algorithm
                             : suitable_algorithm(settings, bodies, wishes.box.has_value());
    OptionValues& options = settings.solver_options[settings.algorithm];
    for (const auto& [key, value] : wishes.options) {
        const auto name = nb::cast<std::string>(key);
        options[name] = option_of(value, name);
    }
    if (wishes.error) {
        take_error(options, find_solver(settings.algorithm).info, *wishes.error);
    }
    return settings;
}

template <class Real>
Bodies<Real> bodies_of(const GivenArray& positions, const GivenNumbers* masses) {
    Bodies<Real> bodies;
    bodies.position = vectors_of<Real>(positions, "positions");
    const std::size_t count = bodies.position.size();
    bodies.velocity = VectorArray<Real>(count);
    bodies.mass =
        masses != nullptr ? numbers_of<Real>(*masses, count, "masses") : HostArray<Real>(count);
    return bodies;
}

template <class Real>
Result forces_in(const GivenArray& positions, const GivenNumbers& masses,
                 const std::optional<GivenArray>& targets, const CheckedSettings& wanted,
                 const Settings& settings) {
    const Bodies<Real> sources = bodies_of<Real>(positions, &masses);
    const Bodies<Real> others = targets ? bodies_of<Real>(*targets, nullptr) : Bodies<Real>();
    Columns<Real> columns(targets ? others.size() : sources.size());
    const bool potential = wanted.info.has_potential;
    StepTimings timings;
    interruptible([&](std::stop_token stop) {
        Workers workers(settings.threads);
        Execution execution{std::move(stop), workers, timings, nullptr, nullptr, wanted.devices};
        const AccelerationsView<Real> result = columns.view(potential);
        const auto request =
            targets
                ? ForceRequest<Real>::on_others(view(sources), view(others), result, wanted.forces)
                : ForceRequest<Real>::among(view(sources), result, wanted.forces);
        const std::unique_ptr<Solver> solver = wanted.algorithm.make();
        const auto began = Clock::now();
        static_cast<void>(solve(*solver, request, execution)); // cancelled only where Ctrl-C raises
        timings.total_milliseconds = milliseconds_since(began);
    });
    return {columns.vectors(),        potential ? columns.numbers() : nb::none(),
            promised_error(settings), timings.total_milliseconds,
            timings.interactions,     settings.algorithm};
}

Result forces(const GivenArray& positions, const GivenNumbers& masses, const Wishes& wishes,
              const std::optional<GivenArray>& targets) {
    const Settings settings = settings_of(wishes, positions.ndim() > 0 ? positions.shape(0) : 0,
                                          is_single_precision(positions));
    SuggestedDefaults scales;
    scales.gravity = wishes.gravity;
    CheckedSettings wanted = checked(settings, scales);
    if (wishes.box) { // asked for by name: no algorithm passes it over
        wanted.forces.box.lengths = *wishes.box;
        require_box(wanted.info, wanted.forces);
    }
    return settings.precision == Precision::fp32
               ? forces_in<float>(positions, masses, targets, wanted, settings)
               : forces_in<double>(positions, masses, targets, wanted, settings);
}

constexpr const char* forces_text =
    R"(The pull of bodies on each other, or on `targets`, which do not pull.

positions: (N, 3); float32 is computed in single precision, all else in double.
masses: (N,), or one number for all.
algorithm: an id of `orrery.algorithms()`; None: the fastest direct sum of up to 8,192 bodies, the
    fast multipole method of more.
error: that 99 bodies in 100 should have at most, relative to their own acceleration; for algorithms
    that approximate.
targets: (M, 3), other points to find the pull at.
gravity: G, in the units of the arrays. softening: Plummer's, a length.
precision: "fp32" or "fp64", instead of what the arrays say.
box: the three edges of a box that repeats itself; else space is open.
options: of the algorithm, as `orrery list` names them: {"theta": 0.5}.
threads: 0: one per core.

Returns `Forces`. Its arrays are views of Orrery's memory, not copies. Raises `orrery.InputError`
for what cannot be computed. Other Python threads run meanwhile; Ctrl-C stops it.)";

} // namespace

void bind_forces(nb::module_& module) {
    nb::class_<Result>(module, "Forces", "The result of `orrery.forces`.")
        .def_ro("acceleration", &Result::acceleration, "(N, 3), in lengths per time squared")
        .def_ro("potential", &Result::potential, "(N,), or None where the algorithm gives none")
        .def_ro("promised_error", &Result::promised_error,
                "of 99 bodies in 100, relative to their own acceleration, by the algorithm")
        .def_ro("algorithm", &Result::algorithm, "its id")
        .def_ro("milliseconds", &Result::milliseconds,
                "of the evaluation, copies to a GPU included")
        .def_ro("interactions", &Result::interactions,
                "ordered pairs of a direct sum, else terms evaluated");
    module.def(
        "forces",
        [](const GivenArray& positions, const GivenNumbers& masses,
           std::optional<std::string> algorithm, std::optional<double> error,
           const std::optional<GivenArray>& targets, double gravity, double softening,
           std::optional<std::string> precision, std::optional<std::array<double, 3>> box,
           nb::dict options, int threads) {
            return forces(positions, masses,
                          {std::move(algorithm), error, box, std::move(precision), gravity,
                           softening, threads, std::move(options)},
                          targets);
        },
        nb::arg("positions"), nb::arg("masses"), nb::kw_only(), nb::arg("algorithm") = nb::none(),
        nb::arg("error") = nb::none(), nb::arg("targets") = nb::none(), nb::arg("gravity") = 1.0,
        nb::arg("softening") = 0.0, nb::arg("precision") = nb::none(), nb::arg("box") = nb::none(),
        nb::arg("options") = nb::dict(), nb::arg("threads") = 0, forces_text);
}

} // namespace orrery::python
