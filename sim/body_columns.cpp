#include "sim/body_columns.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace orrery {

std::size_t size_of(BodyColumn::Kind kind) {
    using enum BodyColumn::Kind;
    return kind == float32 || kind == int32 || kind == uint32 ? 4 : 8;
}

std::string_view name_of(BodyColumn::Kind kind) {
    constexpr std::array<std::string_view, 6> names = {"float32", "float64", "int32",
                                                       "int64",   "uint32",  "uint64"};
    return names[static_cast<std::size_t>(kind)];
}

std::size_t BodyColumn::row_size() const {
    return size_of(kind) * width;
}

void keep_rows(std::vector<BodyColumn>& columns, std::span<const std::size_t> places) {
    for (BodyColumn& column : columns) {
        const auto begin = std::ranges::lower_bound(places, column.first);
        const auto end = std::ranges::lower_bound(places, column.first + column.rows());
        const std::size_t size = column.row_size();
        std::vector<std::byte> kept(static_cast<std::size_t>(end - begin) * size);
        std::byte* to = kept.data();
        for (auto place = begin; place != end; ++place, to += size) {
            std::memcpy(to, column.bytes.data() + (*place - column.first) * size, size);
        }
        column.bytes = std::move(kept);
        column.first = static_cast<std::size_t>(begin - places.begin());
    }
    std::erase_if(columns, [](const BodyColumn& column) { return column.bytes.empty(); });
}

void drop_stale(std::vector<BodyColumn>& columns) {
    // Parts of the names that GADGET, AREPO, GIZMO and SWIFT have for them; tipsy's are whole.
    constexpr std::array<std::string_view, 12> stale = {
        "Potential", "Accel", "Densit",   "Smoothing", "Hsml",     "Pressure",
        "Rate",      "Curl",  "Gradient", "Diverg",    "TimeStep", "Volume"};
    std::erase_if(columns, [&](const BodyColumn& column) {
        return column.name == "phi" || column.name == "rho" ||
               std::ranges::any_of(stale, [&](std::string_view part) {
                   return column.name.find(part) != std::string::npos;
               });
    });
}

} // namespace orrery
