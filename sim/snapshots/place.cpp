#include "sim/snapshots/place.hpp"

namespace orrery {

std::string at_byte(const std::filesystem::path& file, std::uintmax_t byte) {
    return file.string() + ", byte " + std::to_string(byte);
}

std::string at_line(const std::filesystem::path& file, std::size_t line, std::size_t column) {
    return file.string() + ", line " + std::to_string(line) + ", column " + std::to_string(column);
}

} // namespace orrery
