#pragma once

#include "sim/snapshots/session.hpp"

#include <limits>
#include <type_traits>
#include <vector>

// What the header of a session says of a System, field by field: each list both writes it, to a
// TomlText, and reads it, from a TomlTable.
namespace orrery::session_fields {

inline constexpr auto of_system = [](auto& toml, auto& system) {
    toml.field("time", system.time);
    toml.field("time_step", system.time_step);
    toml.field("softening", system.softening, 0);
    toml.field_above_zero("step_accuracy", system.step_accuracy);
    toml.field_above_zero("force_error", system.force_error);
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
