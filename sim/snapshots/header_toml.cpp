#include "sim/snapshots/header_toml.hpp"

#include <algorithm>
#include <limits>

namespace orrery {
namespace {

constexpr double above_zero = std::numeric_limits<double>::denorm_min();
constexpr std::int64_t largest_flag = std::numeric_limits<std::int32_t>::max();

// `written`: so many there are; the rest is 0.
template <std::size_t count>
std::array<double, count> lengths(TomlTable& table, const char* key, std::size_t written = count) {
    std::array<double, count> values = {};
    std::ranges::copy(table.required(key, table.numbers(key, written)), values.begin());
    if (std::ranges::any_of(values, [](double value) { return value < 0; })) {
        table.fail(key, "a number of '" + std::string(key) + "' is negative",
                   "all must be 0 or more");
    }
    return values;
}

double number(TomlTable& table, const char* key,
              double minimum = -std::numeric_limits<double>::max()) {
    return table.required(key, table.number(key, minimum));
}

std::int32_t whole(TomlTable& table, const char* key, std::int64_t largest) {
    return static_cast<std::int32_t>(table.required(key, table.integer(key, 0, largest)));
}

} // namespace

void append_header(TomlText& toml, const SnapshotHeader& header) {
    const std::string table = header_table;
    toml.table(table);
    toml.value("box_size", std::span<const double>(header.box_size));
    toml.value("omega_matter", header.omega_matter);
    toml.value("omega_lambda", header.omega_lambda);
    toml.value("hubble", header.hubble);
    toml.value("comoving", header.comoving);
    toml.value("scale_factor", header.scale_factor);
    toml.value("redshift", header.redshift);
    toml.value("time", header.time);
    toml.value("system_time", header.system_time);
    toml.value("unit_sizes", std::span<const double>(header.unit_sizes));
    toml.value("swift", header.swift);
    for (std::size_t i = 0; i < snapshot_flags.size(); ++i) {
        toml.value(snapshot_flags[i], std::int64_t{header.flags[i]});
    }
    toml.value("masses", std::span<const double>(header.masses));
    for (std::size_t type = 0; type < header.softenings.size(); ++type) {
        if (const auto& softening = header.softenings[type]) {
            toml.table_array(table + ".softenings");
            toml.value("type", static_cast<std::int64_t>(type));
            toml.value("class", std::int64_t{softening->index});
            toml.value("comoving", softening->comoving);
            toml.value("most_physical", softening->most_physical);
        }
    }
}

SnapshotHeader header_from_table(TomlTable& table) {
    SnapshotHeader header;
    header.box_size = lengths<3>(table, "box_size");
    header.omega_matter = number(table, "omega_matter", 0);
    header.omega_lambda = number(table, "omega_lambda");
    header.hubble = number(table, "hubble", 0);
    header.comoving = table.required("comoving", table.boolean("comoving"));
    header.scale_factor = number(table, "scale_factor", above_zero);
    header.redshift = number(table, "redshift", -1);
    header.time = number(table, "time");
    header.system_time = number(table, "system_time");
    header.unit_sizes = lengths<3>(table, "unit_sizes");
    for (std::size_t i = 0; i < snapshot_flags.size(); ++i) {
        header.flags[i] = static_cast<std::int32_t>(
            table.integer(snapshot_flags[i], 0, largest_flag).value_or(0));
    }
    // Older sessions know neither `swift` nor so many types.
    const std::optional<bool> swift = table.boolean("swift");
    header.swift = swift.value_or(false);
    header.masses =
        lengths<SnapshotHeader::types>(table, "masses", SnapshotHeader::types - (swift ? 0 : 1));
    for (TomlTable& each : table.tables("softenings")) {
        const std::int32_t type = whole(each, "type", std::int64_t{SnapshotHeader::types} - 1);
        header.softenings[static_cast<std::size_t>(type)] = {whole(each, "class", largest_flag),
                                                             number(each, "comoving", 0),
                                                             number(each, "most_physical", 0)};
        each.finish();
    }
    table.finish();
    return header;
}

} // namespace orrery
