#include "sim/base/printable.hpp"

#include <cstddef>
#include <locale>
#include <sstream>

namespace orrery {
namespace {

unsigned char byte_at(std::string_view text, std::size_t at) {
    return static_cast<unsigned char>(text[at]);
}

// Bytes of the character at the text's start; 0: it must not be shown as it is.
std::size_t showable_length(std::string_view text) {
    const unsigned char first = byte_at(text, 0);
    const std::size_t length = utf8_length(text);
    const bool control =
        first < 0x20 || first == 0x7F || (length == 2 && first == 0xC2 && byte_at(text, 1) < 0xA0);
    return control ? 0 : length;
}

} // namespace

// Overlong forms, halves of surrogates and what lies beyond U+10FFFF are none (Unicode 15, table
// 3-7).
std::size_t utf8_length(std::string_view text) {
    const unsigned first = byte_at(text, 0);
    const std::size_t length = first < 0x80                    ? 1
                               : first >= 0xC2 && first < 0xE0 ? 2
                               : first >= 0xE0 && first < 0xF0 ? 3
                               : first >= 0xF0 && first < 0xF5 ? 4
                                                               : 0;
    if (length > text.size()) {
        return 0;
    }
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte_at(text, i) & 0xC0) != 0x80) {
            return 0;
        }
    }
    const unsigned second = length > 2 ? byte_at(text, 1) : 0;
    const bool malformed = (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
                           (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90);
    return malformed ? 0 : length;
}

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
