#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// A further quantity that some of the bodies have in their file: the internal energy of gas. No
// solver asks for it; it is carried along to be written again, number for number, in the file's own
// units.
struct BodyColumn {
    enum class Kind { float32, float64, int32, int64, uint32, uint64 };

    std::string name; // as the file has it: "InternalEnergy"
    Kind kind = Kind::float64;
    std::size_t width = 1;        // numbers of a body
    std::size_t first = 0;        // the first body that has it; those behind it have it, too, …
    std::vector<std::byte> bytes; // … as many as there are rows here
    // The file's facts about its numbers, above all their unit.
    std::vector<std::pair<std::string, double>> attributes = {};

    std::size_t row_size() const;
    std::size_t rows() const { return bytes.size() / row_size(); }
    bool operator==(const BodyColumn&) const = default;
};

std::size_t size_of(BodyColumn::Kind kind);
// "float32", as NumPy and sessions call it.
std::string_view name_of(BodyColumn::Kind kind);

// Leaves the rows of the bodies at these places, in ascending order, which then are all there are.
// Columns that lose all their rows go.
void keep_rows(std::vector<BodyColumn>& columns, std::span<const std::size_t> places);

// Without the quantities that belong to where bodies were, such as a potential: they are of another
// time.
void drop_stale(std::vector<BodyColumn>& columns);

} // namespace orrery
