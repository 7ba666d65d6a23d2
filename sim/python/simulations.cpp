// orrery.Simulation: bodies, an algorithm, an integrator and a clock. Every setting of the program
// is an attribute: the rows of the property table are all that this file knows of them.

#include "sim/python/arrays.hpp"
#include "sim/python/bindings.hpp"
#include "sim/python/device_arrays.hpp"
#include "sim/python/interruptible.hpp"
#include "sim/python/systems.hpp"
#include "sim/python/words.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/simulation/simulation.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/variant.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace orrery::python {
namespace {

using Source = std::variant<std::string, const System*>;

// A session's own settings are used as well; what is asked for wins.
System loaded(Settings& settings, const nb::kwargs& asked) {
    SnapshotFile file;
    interruptible([&](const std::stop_token&) { file = load_source_file(settings); });
    if (file.settings) {
        file.settings->source = settings.source;
        file.settings->bodies = 0; // all that were saved
        file.settings->sample = 1;
        settings = std::move(*file.settings);
        set_all(settings, asked);
    }
    return std::move(file.system);
}

std::unique_ptr<Simulation> simulation_of(const Source& source, const nb::kwargs& values) {
    Settings settings;
    if (const auto* name = std::get_if<std::string>(&source)) {
        settings.source = *name;
    }
    set_all(settings, values);
    const auto* const given = std::get_if<const System*>(&source);
    System system = given != nullptr ? given_system(**given, settings) : loaded(settings, values);
    auto simulation = std::make_unique<Simulation>();
    interruptible([&](const std::stop_token&) { simulation->load(std::move(system), settings); });
    return simulation;
}

// By the last one, if it was of the same algorithm. Another thread would cost a twentieth of it,
// and Ctrl-C can wait for so long.
bool takes_a_moment(const Simulation& simulation) {
    constexpr double longest = 20; // milliseconds
    const double last = simulation.timings().total_milliseconds;
    return last > 0 && last < longest;
}

void step(Simulation& simulation, std::uint64_t count) {
    if (count == 1 && takes_a_moment(simulation)) {
        const nb::gil_scoped_release unlocked;
        static_cast<void>(simulation.step());
        return;
    }
    interruptible([&](const std::stop_token& stop) {
        for (std::uint64_t k = 0; k < count && !stop.stop_requested(); ++k) {
            simulation.step(stop);
        }
    });
}

// At least to that time: the last step may go beyond it by less than a step.
void run_until(Simulation& simulation, double time) {
    if (!std::isfinite(time)) {
        throw bad_input("is not a finite number", "time", "");
    }
    interruptible([&](const std::stop_token& stop) {
        const bool back = simulation.settings().reversed;
        while (!stop.stop_requested() &&
               (back ? simulation.time() > time : simulation.time() < time)) {
            simulation.step(stop);
        }
    });
}

BodyValues values_of(const Simulation& simulation, const ReadRequest& request) {
    const nb::gil_scoped_release unlocked;
    return simulation.read(request);
}

BodiesThere on_gpu(Simulation& simulation) {
    std::optional<BodiesOnDevice> bodies;
    interruptible([&](const std::stop_token& stop) {
        if (simulation.state_device() && simulation.evaluate(stop) == Outcome::complete) {
            bodies = simulation.on_device();
        }
    });
    if (!bodies) {
        throw bad_input("computes on the processor, which has the bodies",
                        simulation.settings().algorithm, "Take an algorithm for GPUs.");
    }
    return BodiesThere(*bodies);
}

nb::dict conserved(Simulation& simulation) {
    interruptible([&](const std::stop_token& stop) { simulation.evaluate(stop); });
    const std::optional<Conserved> known = simulation.conserved();
    if (!known) {
        throw failure("the energy is not known", "conserved", "Set measure_energy = True.");
    }
    const auto vector = [](const Vector3& v) { return nb::make_tuple(v.x, v.y, v.z); };
    nb::dict result;
    result["kinetic_energy"] = known->kinetic_energy;
    if (known->has_potential) {
        result["potential_energy"] = known->potential_energy;
        result["energy"] = known->energy();
    }
    result["momentum"] = vector(known->momentum);
    result["angular_momentum"] = vector(known->angular_momentum);
    result["centre_of_mass"] = vector(known->centre_of_mass);
    return result;
}

nb::dict force_error_of(Simulation& simulation, std::size_t samples, std::uint64_t seed) {
    std::optional<ForceError> found;
    interruptible(
        [&](const std::stop_token& stop) { found = simulation.force_error(samples, seed, stop); });
    nb::dict result;
    if (found) {
        result["samples"] = found->samples;
        result["median"] = found->median;
        result["p99"] = found->p99;
        result["maximum"] = found->maximum;
        result["promised"] =
            found->promise_factor * promised_error(simulation.settings(), simulation.box());
    }
    return result;
}

nb::dict timings(const Simulation& simulation) {
    nb::dict result;
    for (const StepTimings::Phase& phase : simulation.timings().phases) {
        result[phase.name] = phase.milliseconds;
    }
    result["total"] = simulation.timings().total_milliseconds;
    return result;
}

nb::object setting(const Simulation& simulation, const std::string& name) {
    if (const Property* const property = find_property(name)) {
        return as_python(property->member.get(simulation.settings()));
    }
    if (const SolverOption* const option = simulation.solver_info().find_option(name)) {
        const OptionValue value =
            option->value_in(options_of(simulation.settings(), simulation.settings().algorithm));
        return value.is_number() ? nb::cast(value.number()) : nb::cast(value.choice());
    }
    throw nb::attribute_error(("a Simulation has no attribute '" + name + "'").c_str());
}

void set_setting(Simulation& simulation, const std::string& name, nb::handle value) {
    Settings settings = simulation.settings();
    set(settings, name, value);
    require_same_bodies(simulation.settings(), settings, name);
    interruptible([&](const std::stop_token&) { simulation.apply(settings); });
}

} // namespace

void bind_simulations(nb::module_& module) {
    nb::class_<Simulation>(
        module, "Simulation",
        "Bodies, an algorithm, an integrator and a clock. Each of `orrery.settings()` and each "
        "option of the algorithm is an attribute, to be read and set while it runs:\n"
        "    simulation.algorithm = 'cpu.tree'; simulation.error = 1e-4\n"
        "Belongs to one thread at a time. Arrays that it gives are copies, in original order.")
        .def(nb::new_(&simulation_of), nb::arg("source") = "plummer", nb::arg("settings"),
             "source: a scene's id, a file's path or a System; settings: by name.")
        .def("__len__", &Simulation::count)
        .def("step", step, nb::arg("count") = 1, "Takes that many steps.")
        .def("run_until", run_until, nb::arg("time"),
             "Takes steps until the clock has reached that time; the last is a whole one.")
        .def_prop_ro("time", &Simulation::time)
        .def_prop_ro("steps", &Simulation::steps, "taken so far")
        .def_prop_ro(
            "positions",
            [](const Simulation& self) {
                return as_numpy(values_of(self, {.position = true}).position);
            },
            "(N, 3)")
        .def_prop_ro(
            "velocities",
            [](const Simulation& self) {
                return as_numpy(values_of(self, {.velocity = true}).velocity);
            },
            "(N, 3); momenta per mass where space expands")
        .def_prop_ro(
            "masses",
            [](const Simulation& self) { return as_numpy(values_of(self, {.mass = true}).mass); },
            "(N,)")
        .def_prop_ro(
            "accelerations",
            [](Simulation& self) {
                interruptible([&](const std::stop_token& stop) { self.evaluate(stop); });
                return as_numpy(values_of(self, {.acceleration = true}).acceleration);
            },
            "(N, 3), of the present moment")
        .def("on_gpu", on_gpu,
             "The bodies as they lie in the GPU's memory, without a copy: `BodiesOnGpu`. Raises "
             "`InputError` where the algorithm computes on the processor.")
        .def("conserved", conserved, "Energies, momenta and centre of mass, as a dictionary.")
        .def("force_error", force_error_of, nb::arg("samples") = 1000, nb::arg("seed") = 1,
             "The error against a direct sum in double of that many bodies, as a dictionary.")
        .def_prop_ro("timings", timings, "milliseconds of the last step, by phase and in all")
        .def("snapshot", &Simulation::snapshot, nb::call_guard<nb::gil_scoped_release>(),
             "The present moment as a System.")
        .def(
            "save",
            [](const Simulation& self, const std::filesystem::path& file) {
                save(self.snapshot(), file, self.settings());
            },
            nb::arg("file"), "Writes a snapshot in the format that the name's end asks for.")
        .def("__getattr__", setting)
        .def(
            "__setattr__",
            [](nb::handle self, const std::string& name, nb::handle value) {
                auto* const simulation = nb::inst_ptr<Simulation>(self);
                if (find_property(name) == nullptr &&
                    simulation->solver_info().find_option(name) == nullptr) {
                    if (PyObject_GenericSetAttr(self.ptr(), nb::str(name.c_str()).ptr(),
                                                value.ptr()) != 0) {
                        throw nb::python_error();
                    }
                    return;
                }
                set_setting(*simulation, name, value);
            },
            nb::arg("name"), nb::arg("value").none());
}

} // namespace orrery::python
