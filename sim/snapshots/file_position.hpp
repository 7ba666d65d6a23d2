#pragma once

#include "sim/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace orrery {

// A file's name in messages: its path, or "standard input" for "-".
inline std::string in_words(const std::filesystem::path& file) {
    return file == "-" ? "standard input" : file.string();
}

// The place of an error in a file: "galaxy.bin, byte 12". Bytes count from 0.
inline std::string at_byte(const std::filesystem::path& file, std::uintmax_t byte) {
    return in_words(file) + ", byte " + std::to_string(byte);
}

// "bodies.csv, line 3, column 7". Lines and columns count from 1.
inline std::string at_line(const std::filesystem::path& file, std::size_t line,
                           std::size_t column) {
    return in_words(file) + ", line " + std::to_string(line) + ", column " + std::to_string(column);
}

// The error for a file of no known format.
inline Error no_known_format(const std::filesystem::path& file) {
    return bad_input("this is not a snapshot of a known format", in_words(file),
                     "'orrery list formats' shows those that can be read");
}

} // namespace orrery
