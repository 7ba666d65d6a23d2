#include "sim/base/printable.hpp"

#include <cstddef>
#include <locale>
#include <sstream>

namespace orrery {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

// How many bytes the UTF-8 character at the text's start has by its first byte; 0: it is none.
std::size_t announced_length(unsigned char first) {
    if (first < 0x80) {
        return 1;
    }
    return first >= 0xC2 && first < 0xE0   ? 2
           : first >= 0xE0 && first < 0xF0 ? 3
           : first >= 0xF0 && first < 0xF5 ? 4
                                           : 0;
}

// Forms that are longer than they need be, halves of surrogates and what is beyond Unicode.
bool is_malformed(unsigned char first, unsigned char second) {
    return (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
           (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
}

// Bytes of the character at the text's start; 0: it must not be shown as it is.
std::size_t showable_length(std::string_view text) {
    const unsigned char first = byte_at(text, 0);
    const std::size_t length = announced_length(first);
    if (length == 0 || length > text.size() || first < 0x20 || first == 0x7F) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xC0) != 0x80) {
            return 0;
        }
    }
    const bool second_control_set = first == 0xC2 && byte_at(text, 1) < 0xA0;
    const bool malformed = length > 2 && is_malformed(first, byte_at(text, 1));
    return second_control_set || malformed ? 0 : length;
}

} // namespace

std::string printable(std::string_view text) {
    constexpr const char* digits = "0123456789abcdef";
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = showable_length(text);
        if (length > 0) {
            shown += text.substr(0, length);
        } else {
            const unsigned char byte = byte_at(text, 0);
            shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
        text.remove_prefix(length > 0 ? length : 1);
    }
    return shown;
}

std::string written(double number) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << number;
    return text.str();
}

} // namespace orrery
