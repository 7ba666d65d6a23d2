#pragma once

#include <optional>
#include <string_view>

namespace orrery {

// How well typed letters fit a label; smaller is better, nullopt is not at all. They fit when the
// label has them in this order, small or capital; best where they begin words, stand close together
// and early.
std::optional<int> fuzzy_fit(std::string_view typed, std::string_view label);

} // namespace orrery
