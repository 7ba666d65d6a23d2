#include "sim/simulation/properties.hpp"

#include "sim/base/error.hpp"
#include "sim/base/parse_number.hpp"
#include "sim/base/printable.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/solver.hpp"
#include "sim/unit_names.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace orrery {
namespace {

using Kind = Property::Kind;
using Words = std::string;

// The shortest text that gives the same number again.
Words shortest(double number) {
    std::array<char, 32> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), written.ptr};
}

double within_range(const Property& property, double value, const Words& words) {
    const Property::Range& range = property.range;
    const bool enough = range.above_minimum ? value > range.minimum : value >= range.minimum;
    if (enough && value <= range.maximum) {
        return value;
    }
    const Words least = range.above_minimum ? "use more than " : "use at least ";
    throw bad_input("'" + Words(property.title) + "' cannot be " + words, "",
                    enough ? "use at most " + shortest(range.maximum)
                           : least + shortest(range.minimum));
}

// Numbers. A value that the program chooses has a word in place of a number: std::nullopt or 0.
template <auto member>
using Member = std::remove_cvref_t<decltype(std::declval<Settings>().*member)>;

template <class Value>
constexpr bool is_optional = false;
template <class Value>
constexpr bool is_optional<std::optional<Value>> = true;

template <auto member>
Words number_text(const Property& property, const Settings& settings) {
    const auto& value = settings.*member;
    if constexpr (is_optional<Member<member>>) {
        return value ? shortest(*value) : property.unset;
    } else if constexpr (std::is_floating_point_v<Member<member>>) {
        return value == 0 && *property.unset != '\0' ? property.unset : shortest(value);
    } else {
        return value == 0 && *property.unset != '\0' ? property.unset : std::to_string(value);
    }
}

template <auto member>
void read_number(const Property& property, Settings& settings, const Words& words) {
    settings.*member = words == property.unset && !words.empty()
                           ? Member<member>{}
                           : within_range(property, parse_number(words, property.title), words);
}

template <auto member>
void read_whole(const Property& property, Settings& settings, const Words& words) {
    if (words == property.unset && !words.empty()) {
        settings.*member = 0;
        return;
    }
    const std::size_t value = parse_number_of(property.title, words, property.title);
    within_range(property, static_cast<double>(value), words);
    settings.*member = static_cast<Member<member>>(value);
}

void read_bodies(const Property& property, Settings& settings, const Words& words) {
    const std::size_t count = words == property.unset ? 0 : parse_count(words, property.title);
    if (count != 0) {
        within_range(property, static_cast<double>(count), words);
    }
    settings.bodies = count;
}

// Every number of 64 bits is a seed, beyond the 53 that a double has.
void read_seed(const Property& property, Settings& settings, const Words& words) {
    const char* const end = words.data() + words.size();
    const auto read = std::from_chars(words.data(), end, settings.seed);
    if (read.ec != std::errc{} || read.ptr != end) {
        settings.seed = parse_number_of("seeds", words, property.title);
    }
}

// Flags.
template <auto member>
Words flag_text(const Property& property, const Settings& settings) {
    if constexpr (is_optional<Member<member>>) {
        return settings.*member ? (*(settings.*member) ? "on" : "off") : property.unset;
    } else {
        return settings.*member ? "on" : "off";
    }
}

template <auto member>
void read_flag(const Property& property, Settings& settings, const Words& words) {
    if (words == property.unset && !words.empty()) {
        settings.*member = Member<member>{};
        return;
    }
    if (words != "on" && words != "off") {
        throw bad_input("'" + Words(property.title) + "' cannot be '" + words + "'", "",
                        "it is on or off");
    }
    settings.*member = words == "on";
}

// Names and other words.
template <auto member>
Words plain_text(const Property& property, const Settings& settings) {
    return (settings.*member).empty() ? property.unset : settings.*member;
}

bool is_scene(const Words& source) {
    const std::span<const Scene> all = scenes();
    return std::any_of(all.begin(), all.end(),
                       [&](const Scene& scene) { return scene.id == source; });
}

// Another system has steps and a softening of its own; a file all of its bodies.
void read_source(const Property&, Settings& settings, const Words& words) {
    if (!is_scene(words) || !is_scene(settings.source)) {
        settings.bodies = 0;
        settings.sample = 1;
    }
    settings.source = words;
    settings.time_step.reset();
    settings.softening.reset();
}

void read_algorithm(const Property&, Settings& settings, const Words& words) {
    settings.algorithm = find_solver(words).info.id;
}

void read_integrator(const Property&, Settings& settings, const Words& words) {
    settings.integrator = find_integrator(words).id;
}

Words precision_text(const Property&, const Settings& settings) {
    return settings.precision == Precision::fp64 ? "fp64" : "fp32";
}

void read_precision(const Property&, Settings& settings, const Words& words) {
    if (words != "fp32" && words != "fp64") {
        throw bad_input("unknown precision '" + words + "'", "", "choose fp32 or fp64");
    }
    settings.precision = words == "fp64" ? Precision::fp64 : Precision::fp32;
}

Words sharing_text(const Property&, const Settings& settings) {
    return sharing_mode(settings.sharing).id;
}

void read_sharing(const Property&, Settings& settings, const Words& words) {
    settings.sharing = find_sharing(words);
}

void read_devices(const Property&, Settings& settings, const Words& words) {
    parse_device_list(words);
    settings.devices = words;
}

void read_units(const Property& property, Settings& settings, const Words& words) {
    if (words == property.unset) {
        settings.units.clear();
        return;
    }
    static_cast<void>(parse_unit_names(words));
    settings.units = words;
}

template <class Entries>
std::vector<Words> ids_of(const Entries& entries) {
    std::vector<Words> ids;
    for (const auto& entry : entries) {
        ids.emplace_back(entry.id);
    }
    return ids;
}

std::vector<Words> algorithm_ids() {
    std::vector<Words> ids;
    for (const SolverEntry& entry : solvers()) {
        ids.emplace_back(entry.info.id);
    }
    return ids;
}

constexpr Property::Range any_number{};
constexpr Property::Range positive{.minimum = 0, .maximum = 1e12, .above_minimum = true};
constexpr Property::Range not_negative{.minimum = 0, .maximum = 1e12};
constexpr const char* suggested = "suggested";

const std::array rows{
    Property{.id = "source",
             .title = "scene",
             .tooltip = "The scene or file that the bodies come from",
             .flag = "",
             .example = "plummer",
             .kind = Kind::text,
             .text = plain_text<&Settings::source>,
             .read = read_source},
    Property{.id = "bodies",
             .title = "bodies",
             .tooltip = "Number of bodies",
             .flag = "--bodies",
             .example = "64k",
             .kind = Kind::whole,
             .range = {2, 4'194'304},
             .unset = "all",
             .raced = true,
             .text = number_text<&Settings::bodies>,
             .read = read_bodies},
    Property{.id = "sample",
             .title = "sample",
             .tooltip = "One body in N of a file, with N times its mass",
             .flag = "--sample",
             .example = "10",
             .kind = Kind::whole,
             .range = {1, 1e9},
             .text = number_text<&Settings::sample>,
             .read = read_whole<&Settings::sample>},
    Property{.id = "seed",
             .title = "seed",
             .tooltip = "Seed of the scene's random numbers",
             .flag = "--seed",
             .example = "7",
             .kind = Kind::whole,
             .range = {0, 18446744073709549568.0},
             .text = number_text<&Settings::seed>,
             .read = read_seed},
    Property{.id = "gravity",
             .title = "gravity",
             .tooltip = "The constant of gravity in the system's units",
             .flag = "--gravity",
             .example = "1",
             .kind = Kind::number,
             .range = not_negative,
             .unset = suggested,
             .text = number_text<&Settings::gravity>,
             .read = read_number<&Settings::gravity>},
    Property{.id = "units",
             .title = "units",
             .tooltip = "Units of lengths, times and masses",
             .flag = "--units",
             .example = "AU,day,Msun",
             .kind = Kind::text,
             .unset = suggested,
             .text = plain_text<&Settings::units>,
             .read = read_units},
    Property{.id = "algorithm",
             .title = "algorithm",
             .tooltip = "How forces are computed",
             .flag = "--algorithm",
             .example = "cpu.tree",
             .kind = Kind::choice,
             .raced = true,
             .text = plain_text<&Settings::algorithm>,
             .read = read_algorithm,
             .choices = algorithm_ids},
    Property{.id = "sharing",
             .title = "sharing",
             .tooltip = "How several GPUs share the work",
             .flag = "--multi-gpu",
             .example = "peer",
             .kind = Kind::choice,
             .raced = true,
             .text = sharing_text,
             .read = read_sharing,
             .choices = [] { return ids_of(sharing_modes()); }},
    Property{.id = "integrator",
             .title = "integrator",
             .tooltip = "How bodies are moved",
             .flag = "--integrator",
             .example = "yoshida4",
             .kind = Kind::choice,
             .raced = true,
             .changes_result = true,
             .text = plain_text<&Settings::integrator>,
             .read = read_integrator,
             .choices = [] { return ids_of(integrators()); }},
    Property{.id = "precision",
             .title = "precision",
             .tooltip = "Precision of the computation",
             .flag = "--precision",
             .example = "fp64",
             .kind = Kind::choice,
             .raced = true,
             .changes_result = true,
             .text = precision_text,
             .read = read_precision,
             .choices =
                 [] {
                     return std::vector<Words>{"fp32", "fp64"};
                 }},
    Property{.id = "time_step",
             .title = "time step",
             .tooltip = "Length of a step in time; the largest one where steps adapt",
             .flag = "--dt",
             .example = "1/64",
             .kind = Kind::number,
             .range = positive,
             .unset = suggested,
             .raced = true,
             .changes_result = true,
             .text = number_text<&Settings::time_step>,
             .read = read_number<&Settings::time_step>},
    Property{.id = "adaptive_step",
             .title = "adaptive",
             .tooltip = "Whether the time step follows the bodies",
             .flag = "",
             .example = "on",
             .kind = Kind::flag,
             .unset = suggested,
             .raced = true,
             .changes_result = true,
             .text = flag_text<&Settings::adaptive_step>,
             .read = read_flag<&Settings::adaptive_step>},
    Property{.id = "step_accuracy",
             .title = "step accuracy",
             .tooltip = "Accuracy of adaptive time steps: smaller is more accurate",
             .flag = "",
             .example = "0.05",
             .kind = Kind::number,
             .range = positive,
             .unset = suggested,
             .raced = true,
             .changes_result = true,
             .text = number_text<&Settings::step_accuracy>,
             .read = read_number<&Settings::step_accuracy>},
    Property{.id = "softening",
             .title = "softening",
             .tooltip = "The length below which gravity is weakened",
             .flag = "--softening",
             .example = "0.05",
             .kind = Kind::number,
             .range = not_negative,
             .unset = suggested,
             .raced = true,
             .changes_result = true,
             .text = number_text<&Settings::softening>,
             .read = read_number<&Settings::softening>},
    Property{.id = "threads",
             .title = "threads",
             .tooltip = "Number of CPU threads",
             .flag = "--threads",
             .example = "4",
             .kind = Kind::whole,
             .range = {1, 4096},
             .unset = "all",
             .of_machine = true,
             .raced = true,
             .text = number_text<&Settings::threads>,
             .read = read_whole<&Settings::threads>},
    Property{.id = "devices",
             .title = "devices",
             .tooltip = "GPUs to use; the first holds the bodies",
             .flag = "--devices",
             .example = "0,1",
             .kind = Kind::text,
             .unset = "all",
             .of_machine = true,
             .raced = true,
             .text = plain_text<&Settings::devices>,
             .read = read_devices},
    Property{.id = "steps_per_second",
             .title = "pace",
             .tooltip = "Steps per second at most",
             .flag = "",
             .example = "10",
             .kind = Kind::number,
             .range = {0.1, 1e4},
             .unset = "unlimited",
             .text = number_text<&Settings::steps_per_second>,
             .read = read_number<&Settings::steps_per_second>},
    Property{.id = "reversed",
             .title = "backwards",
             .tooltip = "Steps go back in time",
             .flag = "",
             .example = "on",
             .kind = Kind::flag,
             .text = flag_text<&Settings::reversed>,
             .read = read_flag<&Settings::reversed>},
    Property{.id = "running",
             .title = "running",
             .tooltip = "The simulation runs",
             .flag = "",
             .example = "off",
             .kind = Kind::flag,
             .of_machine = true,
             .text = flag_text<&Settings::running>,
             .read = read_flag<&Settings::running>},
    Property{.id = "measure_energy",
             .title = "measure energy",
             .tooltip = "Energy and momentum are measured in each step",
             .flag = "",
             .example = "off",
             .kind = Kind::flag,
             .of_machine = true,
             .text = flag_text<&Settings::measure_energy>,
             .read = read_flag<&Settings::measure_energy>},
};

} // namespace

std::vector<std::string> Property::samples() const {
    std::vector<std::string> all;
    if (*unset != '\0') {
        all.emplace_back(unset);
    }
    if (kind == Kind::flag) {
        all.insert(all.end(), {"off", "on"});
    } else if (choices != nullptr) {
        const std::vector<std::string> names = choices();
        all.insert(all.end(), names.begin(), names.end());
    } else {
        all.emplace_back(example);
    }
    if (kind == Kind::number || kind == Kind::whole) {
        const double lowest = range.above_minimum ? range.maximum * 1e-20 : range.minimum;
        all.push_back(shortest(lowest));
        all.push_back(kind == Kind::whole
                          ? std::to_string(static_cast<std::uint64_t>(range.maximum))
                          : shortest(range.maximum));
    }
    return all;
}

const char* kind_name(Kind kind) {
    constexpr std::array names{"number", "whole", "flag", "choice", "text"};
    return names[static_cast<std::size_t>(kind)];
}

std::span<const Property> properties() {
    return rows;
}

const Property* find_property(std::string_view id_or_title) {
    const auto* const found = std::find_if(rows.begin(), rows.end(), [&](const Property& property) {
        return id_or_title == property.id || id_or_title == property.title;
    });
    return found == rows.end() ? nullptr : found;
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
    Settings reached = from; // a scene takes values along that have to be set after it
    std::vector<PropertyValue> changes;
    for (const Property& property : rows) {
        const std::string words = property.text(property, to);
        if (!property.of_machine && words != property.text(property, reached)) {
            property.read(property, reached, words);
            changes.push_back({property.id, words});
        }
    }
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
