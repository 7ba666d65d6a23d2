#include "sim/simulation/properties.hpp"

#include "sim/base/error.hpp"
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
    return std::ranges::count(scenes(), source, &Scene::id) != 0;
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
constexpr std::array mpi_memory_names{"auto", "device", "host"};

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

Choices mpi_memory_choices() {
    return {{.name = "auto",
             .tooltip = "GPUs copy to each other; MPI takes their memory only where a test has "
                        "shown that it can"},
            {.name = "device", .tooltip = "That of the GPUs: a test has to prove that it works"},
            {.name = "host", .tooltip = "Copies in the host's memory"}};
}

constexpr Property::Range positive{.minimum = 0, .maximum = 1e300, .above_minimum = true};
constexpr Property::Range not_negative{.minimum = 0, .maximum = 1e300};
constexpr const char* suggested = "suggested";

struct Names {
    const char *id, *title, *tooltip, *flag, *example;
};

// The uses of a setting besides sessions; each includes those before it.
enum class Use { session, report, race, result };

Property row(const Names& names, Kind kind, Use use, const Member<Settings>& member) {
    return {{.id = names.id,
             .title = names.title,
             .tooltip = names.tooltip,
             .flag = names.flag,
             .example = names.example,
             .kind = kind,
             .in_report = use >= Use::report,
             .raced = use >= Use::race,
             .changes_result = use == Use::result},
            member};
}

Property number(const Names& names, const Property::Range& range, Use use,
                const Member<Settings>& member) {
    Property one = row(names, Kind::number, use, member);
    one.range = range;
    one.unset = suggested;
    return one;
}

// `unset`: what 0 is called, if that is not a number.
Property whole(const Names& names, const Property::Range& range, Use use,
               const Member<Settings>& member, const char* unset = "") {
    Property one = row(names, Kind::whole, use, member);
    one.range = range;
    one.unset = unset;
    one.zero_is_unset = *unset != '\0';
    return one;
}

Property choice(const Names& names, Choices (*choices)(), void (*check)(const Words&), Use use,
                const Member<Settings>& member) {
    Property one = row(names, Kind::choice, use, member);
    one.choices = choices;
    one.check = check;
    return one;
}

Property text(const Names& names, const char* unset, void (*check)(const Words&), Use use,
              const Member<Settings>& member) {
    Property one = row(names, Kind::text, use, member);
    one.unset = unset;
    one.check = check;
    return one;
}

// With one more fact.
template <class Fact, class Value>
Property with(Fact PropertyFacts::*fact, const Value& value, Property one) {
    one.*fact = value;
    return one;
}

Property of_machine(Property one) {
    return with(&Property::of_machine, true, one);
}

Property of_source(Property one) {
    one.chosen = take_what_suits;
    return one;
}

const std::array rows{
    of_source(
        text(Names{"source", "scene", "The scene or file that the bodies come from", "", "plummer"},
             "", nullptr, Use::report, setting<&Settings::source>)),
    with(&Property::slider, Property::Slider{2, 4'194'304, true},
         with(&Property::binary, true,
              whole(Names{"bodies", "bodies", "Number of bodies", "--bodies", "64k"},
                    {2, 4'294'967'296}, Use::race, setting<&Settings::bodies>, "all"))),
    with(&Property::sparse, true,
         whole(Names{"sample", "sample", "One body in N of a file, with N times its mass",
                     "--sample", "10"},
               {1, 1e9}, Use::report, setting<&Settings::sample>)),
    whole(Names{"seed", "seed", "Seed of the scene's random numbers", "--seed", "7"},
          {.minimum = 0}, Use::report, setting<&Settings::seed>),
    number(Names{"gravity", "gravity", "The constant of gravity in the system's units", "--gravity",
                 "1"},
           not_negative, Use::report, setting<&Settings::gravity>),
    text(
        Names{"units", "units", "Units of lengths, times and masses", "--units", "AU,day,Msun"},
        suggested, [](const Words& words) { static_cast<void>(parse_unit_names(words)); },
        Use::report, units),
    choice(
        Names{"algorithm", "algorithm", "How forces are computed", "--algorithm", "cpu.tree"},
        algorithm_choices, [](const Words& words) { find_solver(words); }, Use::race,
        setting<&Settings::algorithm>),
    choice(
        Names{"sharing", "sharing", "How several GPUs share the work", "--multi-gpu", "peer"},
        sharing_choices, [](const Words& words) { find_sharing(words); }, Use::race, sharing),
    choice(
        Names{"integrator", "integrator", "How bodies are moved", "--integrator", "yoshida4"},
        integrator_choices, [](const Words& words) { find_integrator(words); }, Use::result,
        setting<&Settings::integrator>),
    choice(Names{"precision", "precision", "Precision of the computation", "--precision", "fp64"},
           precision_choices, nullptr, Use::result,
           named_field_of<Settings, precision_names, &Settings::precision>),
    number(Names{"time_step", "time step",
                 "Length of a step in time; the largest one where steps adapt", "--dt", "1/64"},
           positive, Use::result, setting<&Settings::time_step>),
    with(&Property::unset, suggested,
         row(Names{"adaptive_step", "adaptive", "Whether the time step follows the bodies", "",
                   "on"},
             Kind::flag, Use::result, setting<&Settings::adaptive_step>)),
    number(Names{"step_accuracy", "step accuracy",
                 "Accuracy of adaptive time steps: smaller is more accurate", "", "0.05"},
           positive, Use::result, setting<&Settings::step_accuracy>),
    number(Names{"softening", "softening", "The length below which gravity is weakened",
                 "--softening", "0.05"},
           not_negative, Use::result, setting<&Settings::softening>),
    of_machine(whole(Names{"threads", "threads", "Number of CPU threads", "--threads", "4"},
                     {1, 4096}, Use::race, setting<&Settings::threads>, "all")),
    of_machine(text(
        Names{"devices", "devices", "GPUs to use; the first holds the bodies", "--devices", "0,1"},
        "all", [](const Words& words) { parse_device_list(words); }, Use::race,
        setting<&Settings::devices>)),
    of_machine(with(&Property::sparse, true,
                    choice(Names{"mpi_memory", "MPI memory",
                                 "The memory that MPI takes what GPUs of many processes send from",
                                 "--mpi-memory", "host"},
                           mpi_memory_choices, nullptr, Use::session,
                           named_field_of<Settings, mpi_memory_names, &Settings::mpi_memory>))),
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
    row(Names{"reversed", "backwards", "Steps go back in time", "", "on"}, Kind::flag, Use::report,
        setting<&Settings::reversed>),
    of_machine(row(Names{"running", "running", "The simulation runs", "", "off"}, Kind::flag,
                   Use::session, setting<&Settings::running>)),
    of_machine(row(Names{"measure_energy", "measure energy",
                         "Energy and momentum are measured in each step", "", "off"},
                   Kind::flag, Use::session, setting<&Settings::measure_energy>)),
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
    OptionValues& values = settings.solver_options[settings.algorithm];
    values[std::string(id)] = value;
    if (option != nullptr && !info.in_effect(*option, values)) {
        values[option->only_with.option] = option->only_with.choice;
    }
}

void check_option(std::string_view id, const std::string& words, std::string_view algorithm) {
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
            if (!refusal || entry.info.id == algorithm) {
                refusal = error;
            }
        }
    }
    throw refusal ? *refusal : bad_input("no algorithm has an option '" + Words(id) + "'", "", "");
}

std::vector<PropertyValue> changes_between(const Settings& from, const Settings& to) {
    std::vector<PropertyValue> changes = changes_of(properties(), from, to);
    const OptionValues had = options_of(from, to.algorithm);
    const OptionValues has = options_of(to, to.algorithm);
    const SolverInfo& info = find_solver(to.algorithm).info;
    const auto add = [&](const SolverOption& option) {
        const OptionValue value = option.value_in(has);
        changes.push_back(
            {option.id, value.is_number() ? shortest(value.number()) : value.choice(), true});
    };
    for (const SolverOption& option : info.options) {
        if (option.value_in(has) != option.value_in(had)) {
            add(option);
        }
    }
    for (const SolverOption& option : info.options) { // whose setting has set another one, too
        const bool idle = !info.in_effect(option, has);
        if (idle && option.value_in(has) != option.value_in(had)) {
            add(*info.find_option(option.only_with.option));
        }
    }
    return changes;
}

} // namespace orrery
