#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// A QR code (ISO/IEC 18004): a square of dark and light modules, row by row.
struct QrCode {
    std::size_t side = 0; // 0: there is none
    std::vector<bool> dark;

    bool at(std::size_t row, std::size_t column) const { return dark[row * side + column]; }
};

// Of a text, with a quarter of it redundant. None of an empty one, of one that is too long (about
// 1,600 bytes), and in a build without libqrencode.
QrCode qr_code(const std::string& text);

} // namespace orrery
