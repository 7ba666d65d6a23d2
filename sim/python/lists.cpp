// What there is to choose from: algorithms, scenes, settings, each as a list of dictionaries.

#include "sim/python/bindings.hpp"
#include "sim/python/words.hpp"

#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"

#include <nanobind/stl/string.h>

namespace orrery::python {
namespace {

nb::list algorithms() {
    nb::list list;
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        nb::dict row;
        row["id"] = info.id;
        row["title"] = info.title;
        row["idea"] = info.idea;
        row["source"] = info.source;
        row["complexity"] = info.complexity;
        row["is_direct"] = info.is_direct;
        row["periodic"] = info.periodic;
        row["unavailable"] = entry.unavailable();
        nb::dict options;
        for (const SolverOption& option : info.options) {
            nb::dict facts;
            facts["title"] = option.title;
            facts["minimum"] = option.minimum;
            facts["maximum"] = option.maximum;
            facts["default"] = option.default_value;
            nb::list choices;
            for (const std::string& choice : option.choices) {
                choices.append(choice);
            }
            facts["choices"] = choices;
            options[option.id] = facts;
        }
        row["options"] = options;
        list.append(row);
    }
    return list;
}

nb::list scene_list() {
    nb::list list;
    for (const Scene& scene : scenes()) {
        nb::dict row;
        row["id"] = scene.id;
        row["title"] = scene.title;
        row["idea"] = scene.idea;
        row["bodies"] = scene.fixed_bodies != 0 ? scene.fixed_bodies : scene.standard_bodies;
        list.append(row);
    }
    return list;
}

nb::list settings() {
    const Settings standard;
    nb::list list;
    for (const Property& property : properties()) {
        nb::dict row;
        row["id"] = property.id;
        row["kind"] = kind_name(property.kind);
        row["tooltip"] = property.tooltip;
        row["default"] = as_python(property.member.get(standard));
        list.append(row);
    }
    return list;
}

} // namespace

void bind_lists(nb::module_& module) {
    module.def(
        "algorithms", algorithms,
        "Every algorithm, as dictionaries: id, idea, source, options; `unavailable` says why "
        "one cannot run here, or is empty.");
    module.def("scenes", scene_list, "Every scene, as dictionaries: id, title, idea, bodies.");
    module.def("settings", settings,
               "Everything that can be set of a Simulation, as dictionaries: id, kind, tooltip, "
               "default.");
}

} // namespace orrery::python
