// orrery.System: bodies and their law, as a scene makes them and a file holds them.

#include "sim/python/systems.hpp"

#include "sim/python/arrays.hpp"
#include "sim/python/bindings.hpp"
#include "sim/python/interruptible.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/forces_once.hpp"
#include "sim/simulation/load_source.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>

#include <array>
#include <filesystem>
#include <optional>

namespace orrery::python {
namespace {

using Lengths = std::array<double, 3>;

System system_of(const GivenArray& positions, const GivenArray& velocities,
                 const GivenNumbers& masses, double gravity, double softening, double time_step,
                 const std::optional<Lengths>& box) {
    System system;
    system.bodies.position = vectors_of<double>(positions, "positions");
    const std::size_t count = system.bodies.position.size();
    system.bodies.velocity = vectors_of<double>(velocities, "velocities");
    if (system.bodies.velocity.size() != count) {
        throw bad_input("there are not as many as positions", "velocities", "");
    }
    system.bodies.mass = numbers_of<double>(masses, count, "masses");
    system.catalogue.title = "bodies from Python";
    system.catalogue.components = {{"bodies", 0, count}};
    system.units.gravity = gravity;
    system.softening = softening;
    system.time_step = time_step;
    if (box) {
        system.box = box_with(*box);
    }
    require_sound(system);
    return system;
}

System load(const std::string& source, std::size_t bodies, std::uint64_t seed) {
    Settings settings;
    settings.source = source;
    settings.bodies = bodies;
    settings.seed = seed;
    System system;
    interruptible([&](const std::stop_token&) { system = load_source(settings); });
    return system;
}

} // namespace

void save(const System& system, const std::filesystem::path& file, const Settings& settings) {
    const SnapshotFormat& format = format_to_write(file);
    for (const std::string& lost : {lost_content(format, system), lost_columns(format, system),
                                    lost_units(format, system.units)}) {
        if (!lost.empty() &&
            PyErr_WarnEx(PyExc_UserWarning, (file.string() + ": " + lost).c_str(), 1) != 0) {
            throw nb::python_error(); // as who made warnings errors wants it
        }
    }
    const nb::gil_scoped_release unlocked;
    write_snapshot(file, system, {}, settings);
}

void bind_systems(nb::module_& module) {
    nb::class_<System>(module, "System",
                       "Bodies and their law. Arrays that it gives are copies in float64.")
        .def(
            "__init__",
            [](System* self, const GivenArray& positions, const GivenArray& velocities,
               const GivenNumbers& masses, double gravity, double softening, double time_step,
               const std::optional<Lengths>& box) {
                new (self) System(system_of(positions, velocities, masses, gravity, softening,
                                            time_step, box)); // nanobind's own memory
            },
            nb::arg("positions"), nb::arg("velocities"), nb::arg("masses"), nb::kw_only(),
            nb::arg("gravity") = 1.0, nb::arg("softening") = 0.0,
            nb::arg("time_step") = System{}.time_step, nb::arg("box") = nb::none(),
            "positions, velocities: (N, 3); masses: (N,) or one number for all; gravity: G in the "
            "units of the arrays.")
        .def("__len__", [](const System& self) { return self.bodies.size(); })
        .def_prop_ro(
            "positions", [](const System& self) { return as_numpy(self.bodies.position); },
            "(N, 3)")
        .def_prop_ro(
            "velocities", [](const System& self) { return as_numpy(self.bodies.velocity); },
            "(N, 3); momenta per mass where space expands")
        .def_prop_ro(
            "masses", [](const System& self) { return as_numpy(self.bodies.mass); }, "(N,)")
        .def_ro("time", &System::time)
        .def_prop_ro("gravity", [](const System& self) { return self.units.gravity; })
        .def_ro("softening", &System::softening)
        .def_ro("time_step", &System::time_step, "natural for the system")
        .def_prop_ro("title", [](const System& self) { return self.catalogue.title; })
        .def_prop_ro(
            "box",
            [](const System& self) {
                return self.box.is_periodic() ? std::optional(self.box.lengths) : std::nullopt;
            },
            "the edges of a box that repeats itself, or None")
        .def(
            "save",
            [](const System& self, const std::filesystem::path& file) { save(self, file, {}); },
            nb::arg("file"), "Writes a snapshot in the format that the name's end asks for.");
    module.def("load", load, nb::arg("source"), nb::kw_only(), nb::arg("bodies") = 0,
               nb::arg("seed") = 1,
               "The system that a scene makes or a file holds. bodies: 0: the scene's standard "
               "number, all of the file.");
}

} // namespace orrery::python
