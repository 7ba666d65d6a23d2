#include "sim/snapshots/file_position.hpp"

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

Error no_known_format(const std::filesystem::path& file) {
    return bad_input("this is not a snapshot of a known format", in_words(file),
                     "'orrery list formats' shows those that can be read");
}

} // namespace orrery
