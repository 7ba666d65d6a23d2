#pragma once

#include "sim/snapshots/session.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace orrery {

// The numbers of a session are the machine's own.
static_assert(std::endian::native == std::endian::little);

// An array in a session's payload.
struct SessionArray {
    std::string name;       // "position_x"
    std::string type;       // "float64", "float32", "int32", "int64", "uint32" or "uint64"
    std::size_t offset = 0; // from the payload's start: a multiple of 64
    std::size_t bytes = 0;
    // Further facts, about a BodyColumn only.
    std::optional<std::size_t> first = {};
    std::size_t width = 1;
    std::vector<std::string> attributes = {};
    std::vector<double> attribute_values = {};
};

inline constexpr std::string_view session_magic = "orrery-session ";
inline constexpr std::uint64_t session_version = 1;

// The next multiple of 64.
constexpr std::size_t session_aligned(std::size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

// The arrays for that many bodies, in the order of the file, with their offsets. Types are ""
// where bodies have no ids or no softenings.
std::vector<SessionArray> session_arrays(std::size_t bodies, const std::string& id_type,
                                         const std::string& softening_type,
                                         const std::vector<SessionArray>& columns = {});

// From the payload's start to the checksum.
inline std::size_t session_payload_size(const std::vector<SessionArray>& arrays) {
    return session_aligned(arrays.back().offset + arrays.back().bytes);
}

// The last line: "crc32c 1234abcd\n".
inline constexpr std::size_t session_trailer_size = 16;
std::string session_trailer(std::uint32_t checksum);

} // namespace orrery

// The fields of a System in the header of a session: each list both writes them, to a TomlText,
// and reads them, from a TomlTable.
namespace orrery::session_fields {

inline constexpr auto of_system = [](auto& toml, auto& system) {
    toml.field("time", system.time);
    toml.field("time_step", system.time_step);
    toml.field("softening", system.softening, 0);
    toml.field_above_zero("step_accuracy", system.step_accuracy);
    toml.field_above_zero("force_error", system.force_error);
};

inline constexpr auto of_cosmology = [](auto& toml, auto& cosmology) {
    toml.field("omega_matter", cosmology.omega_matter, 1e-6);
    toml.field("hubble", cosmology.hubble, std::numeric_limits<double>::min());
};

inline constexpr auto of_units = [](auto& toml, auto& units) {
    toml.field("gravity", units.gravity);
    toml.field("length", units.length);
    toml.field("time", units.time);
    toml.field("mass", units.mass);
    toml.field_above_zero("epoch", units.epoch);
};

inline constexpr auto of_viewpoint = [](auto& toml, auto& viewpoint) {
    toml.field("centre", viewpoint.centre);
    toml.field("distance", viewpoint.distance, 0);
    toml.field("azimuth", viewpoint.azimuth);
    toml.field("elevation", viewpoint.elevation);
};

inline constexpr auto of_component = [](auto& toml, auto& component) {
    toml.field("name", component.name);
    toml.field("first", component.first);
    toml.field("count", component.count);
};

inline constexpr auto of_label = [](auto& toml, auto& label) {
    toml.field("body", label.body);
    toml.field("text", label.text);
};

inline constexpr auto of_array = [](auto& toml, auto& array) {
    toml.field("name", array.name);
    toml.field("type", array.type);
    toml.field("offset", array.offset);
    toml.field("bytes", array.bytes);
    toml.field("first", array.first);
    if (array.first) {
        constexpr int most_numbers = 4096;
        toml.field("width", array.width, 1, most_numbers);
        toml.field("attributes", array.attributes);
        toml.field("attribute_values", array.attribute_values);
    }
};

struct SofteningOfType : SofteningClass {
    std::size_t type = 0;
};

// The header of the snapshot that the bodies came from.
inline constexpr auto of_snapshot = [](auto& toml, auto& header) {
    toml.field("box_size", header.box_size, 0);
    toml.field("omega_matter", header.omega_matter, 0);
    toml.field("omega_lambda", header.omega_lambda);
    toml.field("hubble", header.hubble, 0);
    toml.field("comoving", header.comoving);
    toml.field("scale_factor", header.scale_factor, std::numeric_limits<double>::denorm_min());
    toml.field("redshift", header.redshift, -1);
    toml.field("time", header.time);
    toml.field("system_time", header.system_time);
    toml.field("unit_sizes", header.unit_sizes, 0);
    toml.field("swift", header.swift);
    for (std::size_t i = 0; i < snapshot_flags.size(); ++i) {
        toml.field(snapshot_flags[i], header.flags[i]);
    }
    toml.field("masses", header.masses, 0);
    std::vector<SofteningOfType> softenings; // none when reading
    for (std::size_t type = 0; type < SnapshotHeader::types; ++type) {
        if (header.softenings[type]) {
            softenings.push_back({*header.softenings[type], type});
        }
    }
    toml.list("softenings", softenings, [](auto& one, auto& softening) {
        one.field("type", softening.type, 0, std::int64_t{SnapshotHeader::types} - 1);
        one.field("class", softening.index);
        one.field("comoving", softening.comoving, 0);
        one.field("most_physical", softening.most_physical, 0);
    });
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(header)>>) {
        for (const SofteningOfType& softening : softenings) {
            header.softenings[softening.type] = softening;
        }
    }
};

} // namespace orrery::session_fields
