#pragma once

#include "sim/base/error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace orrery {

// What a file is called in messages: its path, and "standard input" where that is "-".
std::string in_words(const std::filesystem::path& file);

// Where in a file something is wrong: "galaxy.bin, byte 12". Bytes count from 0.
std::string at_byte(const std::filesystem::path& file, std::uintmax_t byte);

// "bodies.csv, line 3, column 7". Lines and columns count from 1.
std::string at_line(const std::filesystem::path& file, std::size_t line, std::size_t column);

// Of a file whose content nothing knows.
Error no_known_format(const std::filesystem::path& file);

} // namespace orrery
