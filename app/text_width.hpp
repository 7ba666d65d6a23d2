#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace orrery {

// Columns that a UTF-8 text takes on a terminal: its code points. The texts of this program have no
// combining or double-width ones.
inline std::size_t text_width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

} // namespace orrery
