#include "sim/snapshots/settings_toml.hpp"

#include "sim/base/error.hpp"
#include "sim/integrator.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace orrery {
namespace {

constexpr double smallest_positive = std::numeric_limits<double>::denorm_min();
constexpr std::int64_t largest_integer = std::numeric_limits<std::int64_t>::max();

// TOML's integers end at 2^63 - 1; seeds go on to 2^64 - 1 and are text from there.
void read_seed(TomlTable& table, std::uint64_t& seed) {
    if (!table.is_string("seed")) {
        if (const auto value = table.integer("seed")) {
            seed = static_cast<std::uint64_t>(*value);
        }
        return;
    }
    const std::string text = table.required("seed", table.string("seed"));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc() || end != text.data() + text.size()) {
        table.fail("seed", "'seed' is not a whole number",
                   "the range is 0 to " +
                       std::to_string(std::numeric_limits<std::uint64_t>::max()));
    }
}

// Reads an id; `find` throws bad_input, without a place, for one that does not exist.
template <class Find>
void read_id(TomlTable& table, std::string_view key, std::string& id, UnknownIds unknown,
             const Find& find) {
    if (auto value = table.string(key)) {
        try {
            find(*value);
        } catch (const Error& error) {
            if (unknown == UnknownIds::refused) {
                table.fail(key, error.problem(), error.hint());
            }
        }
        id = std::move(*value);
    }
}

void read_sharing(TomlTable& table, Sharing& sharing) {
    if (const auto value = table.string("sharing")) {
        try {
            sharing = find_sharing(*value);
        } catch (const Error& error) {
            table.fail("sharing", error.problem(), error.hint());
        }
    }
}

void read_precision(TomlTable& table, Precision& precision) {
    if (const auto value = table.string("precision")) {
        if (*value != "fp32" && *value != "fp64") {
            table.fail("precision", "'precision' cannot be '" + *value + "'", "it is fp32 or fp64");
        }
        precision = *value == "fp32" ? Precision::fp32 : Precision::fp64;
    }
}

// Choices by their names. Files of older versions have their places in the list instead.
OptionValue read_option(TomlTable& options, const std::string& algorithm, const std::string& id) {
    if (options.is_string(id)) {
        return options.required(id, options.string(id));
    }
    const double number = options.required(id, options.number(id));
    const auto all = solvers();
    const auto entry = std::find_if(all.begin(), all.end(), [&](const SolverEntry& candidate) {
        return candidate.info.id == algorithm;
    });
    const SolverOption* const option = entry == all.end() ? nullptr : entry->info.find_option(id);
    return option == nullptr ? OptionValue(number) : option->named(number);
}

void read_solver_options(TomlTable& settings_table, Settings& settings) {
    auto algorithms = settings_table.table("solver_options");
    if (!algorithms) {
        return;
    }
    for (const std::string& algorithm : algorithms->keys()) {
        TomlTable options = algorithms->required(algorithm, algorithms->table(algorithm));
        for (const std::string& option : options.keys()) {
            settings.solver_options[algorithm][option] = read_option(options, algorithm, option);
        }
    }
}

void read_algorithm(TomlTable& table, Settings& settings, UnknownIds unknown) {
    const auto find = [&](const std::string& id) {
        settings.algorithm = id;
        find_solver(id);
    };
    std::string typed;
    read_id(table, "algorithm", typed, unknown, find);
}

template <class To, class From>
void take(To& destination, const std::optional<From>& value) {
    if (value) {
        destination = static_cast<To>(*value);
    }
}

} // namespace

Settings settings_from_table(TomlTable table, const Settings& base, UnknownIds unknown) {
    Settings settings = base;
    take(settings.source, table.string("source"));
    take(settings.bodies, table.integer("bodies"));
    take(settings.sample, table.integer("sample", 1));
    read_seed(table, settings.seed);
    if (const auto gravity = table.number("gravity", 0)) {
        settings.gravity = gravity;
    }
    take(settings.units, table.string("units"));
    read_sharing(table, settings.sharing);
    read_solver_options(table, settings);
    read_algorithm(table, settings, unknown);
    read_id(table, "integrator", settings.integrator, unknown, find_integrator);
    read_precision(table, settings.precision);
    if (const auto time_step = table.number("time_step", smallest_positive)) {
        settings.time_step = time_step;
    }
    take(settings.adaptive_step, table.boolean("adaptive_step"));
    take(settings.step_accuracy, table.number("step_accuracy", smallest_positive));
    if (const auto softening = table.number("softening", 0)) {
        settings.softening = softening;
    }
    take(settings.threads, table.integer("threads", 0, std::numeric_limits<int>::max()));
    take(settings.devices, table.string("devices"));
    take(settings.steps_per_second, table.number("steps_per_second", 0));
    take(settings.running, table.boolean("running"));
    take(settings.reversed, table.boolean("reversed"));
    take(settings.measure_energy, table.boolean("measure_energy"));
    table.finish();
    return settings;
}

void append_settings(TomlText& toml, const Settings& settings, std::string_view table) {
    if (!table.empty()) {
        toml.table(table);
    }
    toml.value("source", settings.source);
    toml.value("bodies", static_cast<std::int64_t>(settings.bodies));
    if (settings.sample != 1) {
        toml.value("sample", static_cast<std::int64_t>(settings.sample));
    }
    if (settings.seed <= static_cast<std::uint64_t>(largest_integer)) {
        toml.value("seed", static_cast<std::int64_t>(settings.seed));
    } else {
        toml.value("seed", std::to_string(settings.seed));
    }
    if (settings.gravity) {
        toml.value("gravity", *settings.gravity);
    }
    if (!settings.units.empty()) {
        toml.value("units", settings.units);
    }
    toml.value("algorithm", settings.algorithm);
    toml.value("sharing", sharing_mode(settings.sharing).id);
    toml.value("integrator", settings.integrator);
    toml.value("precision", settings.precision == Precision::fp32 ? "fp32" : "fp64");
    if (settings.time_step) {
        toml.value("time_step", *settings.time_step);
    }
    if (settings.adaptive_step) {
        toml.value("adaptive_step", *settings.adaptive_step);
    }
    if (settings.step_accuracy) {
        toml.value("step_accuracy", *settings.step_accuracy);
    }
    if (settings.softening) {
        toml.value("softening", *settings.softening);
    }
    toml.value("threads", std::int64_t{settings.threads});
    toml.value("devices", settings.devices);
    toml.value("steps_per_second", settings.steps_per_second);
    toml.value("running", settings.running);
    toml.value("reversed", settings.reversed);
    toml.value("measure_energy", settings.measure_energy);
    for (const auto& [algorithm, options] : settings.solver_options) {
        if (options.empty()) {
            continue;
        }
        toml.table((table.empty() ? "" : std::string(table) + ".") + "solver_options." +
                   TomlText::quoted(algorithm));
        for (const auto& [option, setting] : options) {
            std::visit([&](const auto& value) { toml.value(option, value); }, setting.value);
        }
    }
}

Settings settings_from_toml(std::string_view text, const std::filesystem::path& file,
                            const Settings& base) {
    const toml::table parsed = parse_toml(text, file);
    return settings_from_table(TomlTable(parsed, file), base);
}

std::string settings_to_toml(const Settings& settings) {
    TomlText toml;
    append_settings(toml, settings, "");
    return toml.text();
}

Settings read_settings(const std::filesystem::path& file, const Settings& base) {
    InputFile input(file);
    const auto bytes = input.contents().bytes;
    return settings_from_toml({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file,
                              base);
}

} // namespace orrery
