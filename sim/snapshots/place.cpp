#include "sim/snapshots/place.hpp"

namespace orrery {

std::string in_words(const std::filesystem::path& file) {
    return file == "-" ? "standard input" : file.string();
}

std::string at_byte(const std::filesystem::path& file, std::uintmax_t byte) {
    return in_words(file) + ", byte " + std::to_string(byte);
}

std::string at_line(const std::filesystem::path& file, std::size_t line, std::size_t column) {
    return in_words(file) + ", line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace orrery
