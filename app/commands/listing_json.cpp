// The lists as JSON: docs/json.md.

#include "app/commands/command.hpp"
#include "app/commands/listing.hpp"
#include "app/state/look_properties.hpp"
#include "render/colour_maps.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

const char* space_name(Space space) {
    return space == Space::host ? "host" : "device";
}

// What of its work GPUs can share out; null: nothing.
Json shared_json(const SharedAlgorithm* shared) {
    return shared == nullptr ? Json() : Json(shared->by == SharedBy::pairs ? "pairs" : "targets");
}

Json availability_json(const std::string& reason) {
    return reason.empty() ? Json(nullptr) : Json(reason);
}

Json default_json(const SolverOption& option) {
    const OptionValue value = option.value_in({});
    return value.is_number() ? Json(value.number()) : Json(value.choice());
}

// Beside which choice of another option it means something; null: always.
Json need_json(const SolverOption::Need& need) {
    return need.option == nullptr ? Json(nullptr)
                                  : Json{{"option", need.option}, {"choice", need.choice}};
}

Json potential_promise_json(const SolverInfo& info) {
    return {{"fp32", promised_potential_error(info, Precision::fp32)},
            {"fp64", promised_potential_error(info, Precision::fp64)}};
}

Json promise_json(const SolverInfo& info, const OptionValues& values) {
    const ResolvedOptions options(info, values);
    return {{"fp32", info.promised_error(Precision::fp32, options)},
            {"fp64", info.promised_error(Precision::fp64, options)}};
}

// What is promised at an option's ends, with all others as they are by default.
Json ends_json(const SolverInfo& info, const SolverOption& option) {
    if (!option.choices.empty()) {
        return nullptr;
    }
    OptionValues values;
    if (option.only_with.option != nullptr) {
        values[option.only_with.option] = option.only_with.choice;
    }
    const auto promise_at = [&](double end) {
        values[option.id] = end;
        return promise_json(info, values);
    };
    return {{"minimum", promise_at(option.minimum)}, {"maximum", promise_at(option.maximum)}};
}

Json option_json(const SolverInfo& info, const SolverOption& option) {
    const bool number = option.choices.empty();
    return {{"id", option.id},
            {"title", option.title},
            {"tooltip", option.tooltip},
            {"minimum", number ? Json(option.minimum) : Json()},
            {"maximum", number ? Json(option.maximum) : Json()},
            {"default", default_json(option)},
            {"choices", option.choices},
            {"whole", option.whole},
            {"unavailable", option.unavailable_choices},
            {"only_with", need_json(option.only_with)},
            {"promised_error", ends_json(info, option)}};
}

// A range's end; null where it has none.
Json end_json(double end) {
    return std::isfinite(end) ? Json(end) : Json();
}

// The ways to set it: always by PROPERTY VALUE in Ctrl+K, --do, tours and sessions; else where
// named.
Json ways_json(const PropertyFacts& property) {
    return {{"command_line", *property.flag != '\0' ? Json(property.flag) : Json()},
            {"races", property.raced},
            {"tours", !property.of_machine}};
}

} // namespace

Json algorithms_json() {
    Json rows = Json::array();
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        Json options = Json::array();
        for (const SolverOption& option : info.options) {
            options.push_back(option_json(info, option));
        }
        rows.push_back({{"id", info.id},
                        {"title", info.title},
                        {"family", info.family},
                        {"idea", info.idea},
                        {"source", info.source},
                        {"complexity", info.complexity},
                        {"space", space_name(info.space)},
                        {"shared_by", shared_json(entry.shared)},
                        {"available", entry.unavailable().empty()},
                        {"reason", availability_json(entry.unavailable())},
                        {"double", info.has_double},
                        {"potential", info.has_potential},
                        {"jerk", info.has_jerk},
                        {"multithreaded", info.multithreaded},
                        {"conserves_momentum", info.conserves_momentum},
                        {"repeatable", info.repeatable},
                        {"promised_error", promise_json(info, {})},
                        {"promised_potential_error", potential_promise_json(info)},
                        {"options", std::move(options)}});
    }
    return rows;
}

Json sharing_json() {
    Json rows = Json::array();
    for (const SharingMode& mode : sharing_modes()) {
        const std::string reason = sharing_unavailable(mode.sharing);
        rows.push_back({{"id", mode.id},
                        {"title", mode.title},
                        {"idea", mode.idea},
                        {"source", mode.source},
                        {"available", reason.empty()},
                        {"reason", availability_json(reason)}});
    }
    return rows;
}

Json integrators_json() {
    Json rows = Json::array();
    for (const Integrator& integrator : integrators()) {
        rows.push_back({{"id", integrator.id},
                        {"title", integrator.title},
                        {"idea", integrator.idea},
                        {"source", integrator.source},
                        {"order", integrator.order},
                        {"evaluations", integrator.evaluations},
                        {"symplectic", integrator.symplectic},
                        {"time_reversible", integrator.time_reversible},
                        {"needs_jerk", integrator.needs_jerk},
                        {"available", true},
                        {"reason", nullptr}});
    }
    return rows;
}

Json scenes_json() {
    Json rows = Json::array();
    for (const Scene& scene : scenes()) {
        rows.push_back({{"id", scene.id},
                        {"title", scene.title},
                        {"idea", scene.idea},
                        {"source", scene.source},
                        {"standard_bodies", scene.standard_bodies},
                        {"fixed_bodies", scene.fixed_bodies},
                        {"available", true},
                        {"reason", nullptr}});
    }
    return rows;
}

Json devices_json() {
    Json rows = Json::array();
    for (const Device& device : devices()) {
        rows.push_back({{"id", device.id},
                        {"title", device.title},
                        {"available", device.reason.empty()},
                        {"reason", availability_json(device.reason)}});
    }
    return rows;
}

Json formats_json() {
    Json rows = Json::array();
    for (const FileKind& format : file_kinds()) {
        rows.push_back({{"id", format.id},
                        {"title", format.title},
                        {"extension", format.ending},
                        {"kind", format.holds},
                        {"reads", format.reads},
                        {"writes", format.writes},
                        {"available", format.reason.empty()},
                        {"reason", availability_json(format.reason)}});
    }
    return rows;
}

Json colour_maps_json() {
    Json rows = Json::array();
    for (const ColourMap& map : colour_maps()) {
        rows.push_back(
            {{"id", map.id}, {"title", map.title}, {"available", true}, {"reason", nullptr}});
    }
    return rows;
}

Json settings_json() {
    const auto row = [](const PropertyFacts& property, const std::string& standard) {
        Json choices = Json::array();
        if (property.choices != nullptr) {
            for (const PropertyChoice& choice : property.choices()) {
                choices.push_back(choice.name);
            }
        }
        return Json{{"id", property.id},
                    {"title", property.title},
                    {"tooltip", property.tooltip},
                    {"kind", kind_name(property.kind)},
                    {"minimum", end_json(property.range.minimum)},
                    {"maximum", end_json(property.range.maximum)},
                    {"choices", std::move(choices)},
                    {"default", standard},
                    {"example", property.example},
                    {"set_by", ways_json(property)},
                    {"available", true},
                    {"reason", nullptr}};
    };
    Json rows = Json::array();
    for (const Property& property : properties()) {
        rows.push_back(row(property, property.words(Settings{})));
    }
    for (const LookProperty& property : look_properties()) {
        if (*property.title != '\0') {
            rows.push_back(row(property, property.words(Look{})));
        }
    }
    return rows;
}

Json commands_json() {
    Json rows = Json::array();
    for (const Subcommand* command : commands()) {
        if (*command->name != '\0') {
            rows.push_back({{"id", command->name},
                            {"title", command->summary},
                            {"usage", command->arguments},
                            {"available", true},
                            {"reason", nullptr}});
        }
    }
    return rows;
}

} // namespace orrery
