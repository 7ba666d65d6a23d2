#pragma once

#include <cstddef>
#include <filesystem>

namespace orrery {

// File names with a place for a number: "out-%05d.png" gives out-00042.png. The place is % and d,
// with a 0 and a width from 1 to 9 between them or nothing. Used instead of handing the user's text
// to printf. Both throw bad_input for a name with a % that is no such place, or with several.
bool has_number(const std::filesystem::path& pattern);
// The pattern itself where it has no number.
std::filesystem::path numbered(const std::filesystem::path& pattern, std::size_t number);

} // namespace orrery
