#include "sim/simulation/properties.hpp"

#include "sim/base/error.hpp"
#include "sim/base/parse_number.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/solver.hpp"
#include "sim/unit_names.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace orrery {
namespace {

using Kind = Property::Kind;
using Words = std::string;
using Choices = std::vector<PropertyChoice>;

template <auto member>
constexpr Member<Settings> setting = field_of<Settings, member>;

bool is_scene(const Words& source) {
    const std::span<const Scene> all = scenes();
    return std::any_of(all.begin(), all.end(),
                       [&](const Scene& scene) { return scene.id == source; });
}

// Another system has steps and a softening of its own; a file all of its bodies.
void take_what_suits(Settings& settings, const Settings& before) {
    if (!is_scene(settings.source) || !is_scene(before.source)) {
        settings.bodies = 0;
        settings.sample = 1;
    }
    settings.time_step.reset();
    settings.softening.reset();
}

constexpr Member<Settings> units{[](const Settings& settings) {
                                     return settings.units.empty() ? SettingValue()
                                                                   : SettingValue(settings.units);
                                 },
                                 set_field<Settings, &Settings::units>};

constexpr Member<Settings> sharing{
    [](const Settings& settings) { return SettingValue(Words(sharing_mode(settings.sharing).id)); },
    [](Settings& settings, const SettingValue& value) {
        settings.sharing = find_sharing(std::get<Words>(value));
    }};

constexpr std::array precision_names{"fp32", "fp64"};

Choices algorithm_choices() {
    Choices choices;
    for (const SolverEntry& entry : solvers()) {
        choices.push_back({.name = entry.info.id,
                           .label = entry.info.title,
                           .tooltip = entry.info.idea,
                           .begins_with_name = true});
    }
    return choices;
}

Choices sharing_choices() {
    Choices choices;
    for (const SharingMode& mode : sharing_modes()) {
        choices.push_back({.name = mode.id, .tooltip = mode.idea});
    }
    return choices;
}

Choices integrator_choices() {
    Choices choices;
    for (const Integrator& integrator : integrators()) {
        choices.push_back({integrator.id, integrator.title, integrator.idea});
    }
    return choices;
}

Choices precision_choices() {
    return {{.name = "fp32",
             .label = "single precision",
             .tooltip = "Fast, 7 digits",
             .begins_with_name = true},
            {.name = "fp64",
             .label = "double precision",
             .tooltip = "Exact to 16 digits",
             .begins_with_name = true}};
}

constexpr Property::Range positive{.minimum = 0, .maximum = 1e300, .above_minimum = true};
constexpr Property::Range not_negative{.minimum = 0, .maximum = 1e300};
constexpr const char* suggested = "suggested";

const std::array rows{
    Property{{.id = "source",
              .title = "scene",
              .tooltip = "The scene or file that the bodies come from",
              .example = "plummer",
              .kind = Kind::text,
              .in_report = true},
             setting<&Settings::source>,
             take_what_suits},
    Property{{.id = "bodies",
              .title = "bodies",
              .tooltip = "Number of bodies",
              .flag = "--bodies",
              .example = "64k",
              .kind = Kind::whole,
              .range = {2, 4'294'967'296},
              .slider = {2, 4'194'304, true},
              .binary = true,
              .unset = "all",
              .zero_is_unset = true,
              .in_report = true,
              .raced = true},
             setting<&Settings::bodies>},
    Property{{.id = "sample",
              .title = "sample",
              .tooltip = "One body in N of a file, with N times its mass",
              .flag = "--sample",
              .example = "10",
              .kind = Kind::whole,
              .range = {1, 1e9},
              .sparse = true,
              .in_report = true},
             setting<&Settings::sample>},
    Property{{.id = "seed",
              .title = "seed",
              .tooltip = "Seed of the scene's random numbers",
              .flag = "--seed",
              .example = "7",
              .kind = Kind::whole,
              .range = {.minimum = 0},
              .in_report = true},
             setting<&Settings::seed>},
    Property{{.id = "gravity",
              .title = "gravity",
              .tooltip = "The constant of gravity in the system's units",
              .flag = "--gravity",
              .example = "1",
              .kind = Kind::number,
              .range = not_negative,
              .unset = suggested,
              .in_report = true},
             setting<&Settings::gravity>},
    Property{{.id = "units",
              .title = "units",
              .tooltip = "Units of lengths, times and masses",
              .flag = "--units",
              .example = "AU,day,Msun",
              .kind = Kind::text,
              .unset = suggested,
              .in_report = true,
              .check = [](const Words& words) { static_cast<void>(parse_unit_names(words)); }},
             units},
    Property{{.id = "algorithm",
              .title = "algorithm",
              .tooltip = "How forces are computed",
              .flag = "--algorithm",
              .example = "cpu.tree",
              .kind = Kind::choice,
              .in_report = true,
              .raced = true,
              .choices = algorithm_choices,
              .check = [](const Words& words) { find_solver(words); }},
             setting<&Settings::algorithm>},
    Property{{.id = "sharing",
              .title = "sharing",
              .tooltip = "How several GPUs share the work",
              .flag = "--multi-gpu",
              .example = "peer",
              .kind = Kind::choice,
              .in_report = true,
              .raced = true,
              .choices = sharing_choices,
              .check = [](const Words& words) { find_sharing(words); }},
             sharing},
    Property{{.id = "integrator",
              .title = "integrator",
              .tooltip = "How bodies are moved",
              .flag = "--integrator",
              .example = "yoshida4",
              .kind = Kind::choice,
              .in_report = true,
              .raced = true,
              .changes_result = true,
              .choices = integrator_choices,
              .check = [](const Words& words) { find_integrator(words); }},
             setting<&Settings::integrator>},
    Property{{.id = "precision",
              .title = "precision",
              .tooltip = "Precision of the computation",
              .flag = "--precision",
              .example = "fp64",
              .kind = Kind::choice,
              .in_report = true,
              .raced = true,
              .changes_result = true,
              .choices = precision_choices},
             named_field_of<Settings, precision_names, &Settings::precision>},
    Property{{.id = "time_step",
              .title = "time step",
              .tooltip = "Length of a step in time; the largest one where steps adapt",
              .flag = "--dt",
              .example = "1/64",
              .kind = Kind::number,
              .range = positive,
              .unset = suggested,
              .in_report = true,
              .raced = true,
              .changes_result = true},
             setting<&Settings::time_step>},
    Property{{.id = "adaptive_step",
              .title = "adaptive",
              .tooltip = "Whether the time step follows the bodies",
              .example = "on",
              .kind = Kind::flag,
              .unset = suggested,
              .in_report = true,
              .raced = true,
              .changes_result = true},
             setting<&Settings::adaptive_step>},
    Property{{.id = "step_accuracy",
              .title = "step accuracy",
              .tooltip = "Accuracy of adaptive time steps: smaller is more accurate",
              .example = "0.05",
              .kind = Kind::number,
              .range = positive,
              .unset = suggested,
              .in_report = true,
              .raced = true,
              .changes_result = true},
             setting<&Settings::step_accuracy>},
    Property{{.id = "softening",
              .title = "softening",
              .tooltip = "The length below which gravity is weakened",
              .flag = "--softening",
              .example = "0.05",
              .kind = Kind::number,
              .range = not_negative,
              .unset = suggested,
              .in_report = true,
              .raced = true,
              .changes_result = true},
             setting<&Settings::softening>},
    Property{{.id = "threads",
              .title = "threads",
              .tooltip = "Number of CPU threads",
              .flag = "--threads",
              .example = "4",
              .kind = Kind::whole,
              .range = {1, 4096},
              .unset = "all",
              .zero_is_unset = true,
              .in_report = true,
              .of_machine = true,
              .raced = true},
             setting<&Settings::threads>},
    Property{{.id = "devices",
              .title = "devices",
              .tooltip = "GPUs to use; the first holds the bodies",
              .flag = "--devices",
              .example = "0,1",
              .kind = Kind::text,
              .unset = "all",
              .in_report = true,
              .of_machine = true,
              .raced = true,
              .check = [](const Words& words) { parse_device_list(words); }},
             setting<&Settings::devices>},
    Property{{.id = "steps_per_second",
              .title = "pace",
              .tooltip = "Steps per second at most",
              .example = "10",
              .kind = Kind::number,
              .range = {0.1, 1e4},
              .slider = {1, 1000, true},
              .unset = "unlimited",
              .zero_is_unset = true},
             setting<&Settings::steps_per_second>},
    Property{{.id = "reversed",
              .title = "backwards",
              .tooltip = "Steps go back in time",
              .example = "on",
              .kind = Kind::flag,
              .in_report = true},
             setting<&Settings::reversed>},
    Property{{.id = "running",
              .title = "running",
              .tooltip = "The simulation runs",
              .example = "off",
              .kind = Kind::flag,
              .of_machine = true},
             setting<&Settings::running>},
    Property{{.id = "measure_energy",
              .title = "measure energy",
              .tooltip = "Energy and momentum are measured in each step",
              .example = "off",
              .kind = Kind::flag,
              .of_machine = true},
             setting<&Settings::measure_energy>},
};

} // namespace

std::span<const Property> properties() {
    return rows;
}

const Property* find_property(std::string_view id_or_title) {
    return find_in(properties(), id_or_title);
}

void set_option(Settings& settings, std::string_view id, const std::string& words) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    const SolverOption* const option = info.find_option(id);
    const OptionValue value = option != nullptr && option->choices.empty()
                                  ? OptionValue(parse_number(words, option->title))
                                  : OptionValue(words);
    resolve_option(info, id, value);
    settings.solver_options[settings.algorithm][std::string(id)] = value;
}

void check_option(std::string_view id, const std::string& words) {
    std::optional<Error> refusal;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.find_option(id) == nullptr) {
            continue;
        }
        try {
            Settings settings;
            settings.algorithm = entry.info.id;
            set_option(settings, id, words);
            return;
        } catch (const Error& error) { // another algorithm may take it
            refusal = error;
        }
    }
    throw refusal ? *refusal : bad_input("no algorithm has an option '" + Words(id) + "'", "", "");
}

std::vector<PropertyValue> changes_between(const Settings& from, const Settings& to) {
    std::vector<PropertyValue> changes = changes_of(properties(), from, to);
    const OptionValues had = options_of(from, to.algorithm);
    const OptionValues has = options_of(to, to.algorithm);
    for (const SolverOption& option : find_solver(to.algorithm).info.options) {
        const OptionValue value = option.value_in(has);
        if (value != option.value_in(had)) {
            changes.push_back(
                {option.id, value.is_number() ? shortest(value.number()) : value.choice(), true});
        }
    }
    return changes;
}

} // namespace orrery
