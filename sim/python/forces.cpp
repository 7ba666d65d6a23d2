// orrery.forces: accelerations once, without a simulation.

#include "sim/python/arrays.hpp"
#include "sim/python/bindings.hpp"
#include "sim/python/device_arrays.hpp"
#include "sim/python/interruptible.hpp"
#include "sim/python/words.hpp"

#include "sim/base/error.hpp"
#include "sim/machine/device_memory.hpp"
#include "sim/simulation/forces_on_device.hpp"
#include "sim/simulation/forces_once.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace orrery::python {
namespace {

// What forces gives: arrays, and what is known of them.
struct Result {
    nb::object acceleration, potential;
    ForceFacts facts;
};

// What was asked for beside the arrays.
struct Asked {
    std::optional<std::string> algorithm;
    std::optional<double> error;
    std::optional<std::array<double, 3>> box;
    std::optional<std::string> precision;
    double gravity = 1, softening = 0;
    int threads = 0;
    nb::dict options;
};

ForceWishes wishes_of(const Asked& asked, Precision of_arrays) {
    ForceWishes wishes;
    wishes.algorithm = asked.algorithm.value_or("");
    wishes.error = asked.error;
    Settings precision;
    precision.precision = of_arrays;
    if (asked.precision) {
        set(precision, "precision", nb::str(asked.precision->c_str()));
    }
    wishes.precision = precision.precision;
    wishes.gravity = asked.gravity;
    wishes.softening = asked.softening;
    if (asked.box) {
        wishes.box = box_with(*asked.box);
    }
    wishes.threads = asked.threads;
    for (const auto& [key, value] : asked.options) {
        std::string name;
        if (!nb::try_cast(key, name)) {
            throw bad_input("a name is no text", "options", "");
        }
        wishes.options[name] = option_of(value, name);
    }
    return wishes;
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
                 const std::optional<GivenArray>& targets, const ForcePlan& plan) {
    const Bodies<Real> sources = bodies_of<Real>(positions, &masses);
    const Bodies<Real> others = targets ? bodies_of<Real>(*targets, nullptr) : Bodies<Real>();
    Columns<Real> columns(targets ? others.size() : sources.size());
    const bool potential = plan.checked.info.has_potential;
    ForceFacts facts;
    interruptible([&](std::stop_token stop) {
        facts = compute_forces(plan, sources, targets ? &others : nullptr, columns.view(potential),
                               std::move(stop));
    });
    return {columns.vectors(), potential ? columns.numbers() : nb::none(), std::move(facts)};
}

Result forces(const GivenArray& positions, const GivenNumbers& masses,
              const std::optional<GivenArray>& targets, const Asked& asked) {
    const std::size_t count = positions.ndim() > 0 ? positions.shape(0) : 0;
    const Precision usual = is_single_precision(positions) ? Precision::fp32 : Precision::fp64;
    const ForcePlan plan = plan_forces(wishes_of(asked, usual), count);
    return plan.settings.precision == Precision::fp32
               ? forces_in<float>(positions, masses, targets, plan)
               : forces_in<double>(positions, masses, targets, plan);
}

template <class Real>
Result forces_there(const ArrayThere& positions, const MassesThere& masses,
                    const ArrayThere* targets, const ForcePlan& plan, int device) {
    const DeviceRows<Real> bodies = rows_of<Real>(positions, "positions");
    const DeviceMasses<Real> own = masses_of<Real>(masses, bodies.count);
    const DeviceRows<Real> others =
        targets != nullptr ? rows_of<Real>(*targets, "targets") : DeviceRows<Real>();
    DeviceColumns columns(device, targets != nullptr ? others.count : bodies.count, sizeof(Real));
    const bool potential = plan.checked.info.has_potential;
    ForceFacts facts;
    interruptible([&](std::stop_token stop) {
        facts = compute_forces_on_device<Real>(plan, bodies, own,
                                               targets != nullptr ? &others : nullptr,
                                               columns.view<Real>(potential), std::move(stop));
    });
    return {nb::cast(columns.vectors()), potential ? nb::cast(columns.numbers()) : nb::none(),
            std::move(facts)};
}

Result forces_on_gpu(const GivenThere& positions, const std::variant<GivenThere, double>& masses,
                     const std::optional<GivenThere>& targets, const Asked& asked) {
    const ArrayThere bodies = array_there(positions, "positions");
    MassesThere own = 0.0;
    if (const auto* const given = std::get_if<GivenThere>(&masses)) {
        own = array_there(*given, "masses");
    } else {
        own = std::get<double>(masses);
    }
    const auto others = targets ? std::optional(array_there(*targets, "targets")) : std::nullopt;
    const Precision precision = bodies.single ? Precision::fp32 : Precision::fp64;
    if (bodies.shape.size() != 2 || bodies.shape[1] != 3) {
        throw bad_input("has another shape than (N, 3)", "positions", "");
    }
    const int device = device_of(bodies.data);
    ForceWishes wishes = wishes_of(asked, precision);
    if (wishes.precision != precision) {
        throw bad_input("is that of the arrays where they are on a GPU", "precision",
                        "Convert the arrays.");
    }
    wishes.devices = std::to_string(device);
    const ForcePlan plan = plan_forces(wishes, bodies.shape[0]);
    const ArrayThere* const points = others ? &*others : nullptr;
    return bodies.single ? forces_there<float>(bodies, own, points, plan, device)
                         : forces_there<double>(bodies, own, points, plan, device);
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

Arrays in a GPU's memory (whatever has `__cuda_array_interface__` or `__dlpack__`: CuPy's, PyTorch's,
JAX's, Numba's) are computed there, in the precision that they have, and give a `DeviceArray`: nothing
goes through the host, and numbers are not checked.

Returns `Forces`. Its arrays are views of Orrery's memory, not copies. Raises `orrery.InputError`
for what cannot be computed. Other Python threads run meanwhile; Ctrl-C stops it.)";

} // namespace

void bind_forces(nb::module_& module) {
    nb::class_<Result>(module, "Forces", "The result of `orrery.forces`.")
        .def_ro("acceleration", &Result::acceleration, "(N, 3), in lengths per time squared")
        .def_ro("potential", &Result::potential, "(N,), or None where the algorithm gives none")
        .def_prop_ro(
            "promised_error", [](const Result& self) { return self.facts.promised_error; },
            "of 99 bodies in 100, relative to their own acceleration, by the algorithm")
        .def_prop_ro(
            "algorithm", [](const Result& self) { return self.facts.algorithm; }, "its id")
        .def_prop_ro(
            "milliseconds", [](const Result& self) { return self.facts.milliseconds; },
            "of the evaluation, copies to a GPU included")
        .def_prop_ro(
            "interactions", [](const Result& self) { return self.facts.interactions; },
            "ordered pairs of a direct sum, else terms evaluated");
    // Arrays on a GPU first: asking whether they are costs nothing.
    const auto define = [&](const auto& compute) {
        using namespace nb::literals;
        module.def("forces", compute, "positions"_a, "masses"_a, nb::kw_only(),
                   "algorithm"_a = nb::none(), "error"_a = nb::none(), "targets"_a = nb::none(),
                   "gravity"_a = 1.0, "softening"_a = 0.0, "precision"_a = nb::none(),
                   "box"_a = nb::none(), "options"_a = nb::dict(), "threads"_a = 0, forces_text);
    };
    define([](const GivenThere& positions, const std::variant<GivenThere, double>& masses,
              std::optional<std::string> algorithm, std::optional<double> error,
              const std::optional<GivenThere>& targets, double gravity, double softening,
              std::optional<std::string> precision, std::optional<std::array<double, 3>> box,
              nb::dict options, int threads) {
        return forces_on_gpu(positions, masses, targets,
                             {std::move(algorithm), error, box, std::move(precision), gravity,
                              softening, threads, std::move(options)});
    });
    define([](const GivenArray& positions, const GivenNumbers& masses,
              std::optional<std::string> algorithm, std::optional<double> error,
              const std::optional<GivenArray>& targets, double gravity, double softening,
              std::optional<std::string> precision, std::optional<std::array<double, 3>> box,
              nb::dict options, int threads) {
        return forces(positions, masses, targets,
                      {std::move(algorithm), error, box, std::move(precision), gravity, softening,
                       threads, std::move(options)});
    });
}

} // namespace orrery::python
