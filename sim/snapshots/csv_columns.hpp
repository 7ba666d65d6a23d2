#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

// The columns of a table of bodies, in the order they are written.
enum class CsvColumn { id, mass, x, y, z, vx, vy, vz, softening, component };

inline constexpr std::array<std::string_view, 10> csv_column_names = {
    "id", "mass", "x", "y", "z", "vx", "vy", "vz", "softening", "component"};

inline constexpr std::string_view csv_column_name(CsvColumn column) {
    return csv_column_names[static_cast<std::size_t>(column)];
}

inline constexpr bool is_required(CsvColumn column) {
    return column >= CsvColumn::mass && column <= CsvColumn::vz;
}

} // namespace orrery
