#include "sim/snapshots/settings_toml.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/snapshots/input_file.hpp"
#include "sim/snapshots/property_toml.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {
namespace {

using Kind = PropertyFacts::Kind;

constexpr auto largest_integer = std::numeric_limits<std::int64_t>::max();

// TOML's integers end at 2^63 - 1; larger numbers are text.
std::optional<SettingValue> read_whole(TomlTable& table, const PropertyFacts& property) {
    const std::string key = property.id;
    if (!table.is_string(key)) {
        const double least = property.zero_is_unset ? 0 : property.range.minimum;
        const double most = property.range.maximum;
        const auto value =
            table.integer(key, static_cast<std::int64_t>(least),
                          most < 0x1p63 ? static_cast<std::int64_t>(most) : largest_integer);
        return value ? std::optional(SettingValue(static_cast<std::uint64_t>(*value)))
                     : std::nullopt;
    }
    const std::string text = table.required(key, table.string(key));
    const auto value = whole_text<std::uint64_t>(text);
    if (!value) {
        table.fail(key, "'" + key + "' is not a whole number",
                   "the range is 0 to " +
                       std::to_string(std::numeric_limits<std::uint64_t>::max()));
    }
    return *value;
}

std::optional<SettingValue> read_number(TomlTable& table, const PropertyFacts& property) {
    const PropertyFacts::Range& range = property.range;
    // A float's ends are not quite those of the range.
    constexpr double rounding = 1e-7;
    const double least = range.minimum - rounding * std::abs(range.minimum);
    const double most = range.maximum + rounding * std::abs(range.maximum);
    const double begin = property.zero_is_unset ? 0
                         : range.above_minimum  ? std::nextafter(least, most)
                                                : least;
    const auto value = table.number(property.id, begin, most);
    return value ? std::optional(SettingValue(*value)) : std::nullopt;
}

std::optional<SettingValue> read_text(TomlTable& table, const PropertyFacts& property, bool known) {
    const auto text = table.string(property.id);
    if (!text) {
        return std::nullopt;
    }
    const bool is_unset = text->empty() && *property.unset != '\0';
    try {
        if (!is_unset && (known || property.check == nullptr)) {
            property.check_name(*text);
        }
    } catch (const Error& error) {
        std::string key = property.id;
        std::replace(key.begin(), key.end(), '_', ' ');
        table.fail(property.id,
                   property.check == nullptr ? "unknown " + key + " '" + *text + "'"
                                             : error.problem(),
                   error.hint());
    }
    return *text;
}

void read_solver_options(TomlTable& settings_table, Settings& settings) {
    auto algorithms = settings_table.table("solver_options");
    if (!algorithms) {
        return;
    }
    for (const std::string& algorithm : algorithms->keys()) {
        TomlTable options = algorithms->required(algorithm, algorithms->table(algorithm));
        for (const std::string& option : options.keys()) {
            OptionValue& value = settings.solver_options[algorithm][option];
            if (options.is_string(option)) { // a choice
                value = options.required(option, options.string(option));
            } else { // 0.1 has the place of a choice in its list
                const double number = options.required(option, options.number(option));
                const SolverEntry* const solver = known_solver(algorithm);
                const SolverOption* const known =
                    solver == nullptr ? nullptr : solver->info.find_option(option);
                value = known == nullptr ? OptionValue(number) : known->named(number);
            }
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

void append_value(TomlText& toml, const char* key, const SettingValue& value) {
    std::visit(
        [&](const auto& given) {
            using Given = std::remove_cvref_t<decltype(given)>;
            if constexpr (std::is_same_v<Given, std::uint64_t>) {
                if (given <= static_cast<std::uint64_t>(largest_integer)) {
                    toml.value(key, static_cast<std::int64_t>(given));
                } else {
                    toml.value(key, std::to_string(given));
                }
            } else if constexpr (std::is_same_v<Given, float>) {
                toml.value(key, static_cast<double>(given));
            } else if constexpr (!std::is_same_v<Given, std::monostate>) {
                toml.value(key, given);
            }
        },
        value);
}

std::optional<SettingValue> read_value(TomlTable& table, const PropertyFacts& property,
                                       bool known) {
    switch (property.kind) {
    case Kind::number:
        return read_number(table, property);
    case Kind::whole:
        return read_whole(table, property);
    case Kind::flag:
        if (const auto flag = table.boolean(property.id)) {
            return SettingValue(*flag);
        }
        return std::nullopt;
    case Kind::choice:
    case Kind::text:
        break;
    }
    return read_text(table, property, known);
}

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

Settings read_settings(const std::filesystem::path& file, const Settings& base) {
    InputFile input(file);
    const auto bytes = input.contents().bytes;
    return settings_from_toml({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file,
                              base);
}

} // namespace orrery
