#include "sim/snapshots/settings_toml.hpp"

#include "sim/base/error.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/property_toml.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"
#include "sim/solver.hpp"

#include <algorithm>

namespace orrery {
namespace {

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
    const auto id = table.string("algorithm");
    if (!id) {
        return;
    }
    settings.algorithm = *id;
    try {
        find_solver(settings.algorithm);
    } catch (const Error& error) {
        if (unknown == UnknownIds::refused) {
            table.fail("algorithm", error.problem(), error.hint());
        }
    }
}

} // namespace

Settings settings_from_table(TomlTable table, const Settings& base, UnknownIds unknown) {
    Settings settings = base;
    for (const Property& property : properties()) {
        const std::string_view id = property.id;
        if (id != "algorithm") { // which needs its options and sharing
            read_property(table, property, settings,
                          unknown == UnknownIds::refused || id != "integrator");
        }
    }
    read_solver_options(table, settings);
    read_algorithm(table, settings, unknown);
    table.finish();
    return settings;
}

void append_settings(TomlText& toml, const Settings& settings, std::string_view table) {
    if (!table.empty()) {
        toml.table(table);
    }
    append_properties(toml, properties(), settings);
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
