#include "sim/snapshots/toml_text.hpp"

#include "sim/base/error.hpp"

#include <charconv>
#include <cmath>

namespace orrery {
namespace {

// How many bytes the UTF-8 sequence at the start of `text` has; 0 if it is none. Overlong forms,
// surrogates and what lies beyond U+10FFFF are none (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto follows = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xBF) {
        return byte(i) >= low && byte(i) <= high;
    };
    const unsigned first = byte(0);
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xC2 && first <= 0xDF) {
        return follows(1) ? 2 : 0;
    }
    if (first >= 0xE0 && first <= 0xEF) {
        const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
        const unsigned high = first == 0xED ? 0x9F : 0xBF;
        return follows(1, low, high) && follows(2) ? 3 : 0;
    }
    if (first >= 0xF0 && first <= 0xF4) {
        const unsigned low = first == 0xF0 ? 0x90 : 0x80;
        const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
        return follows(1, low, high) && follows(2) && follows(3) ? 4 : 0;
    }
    return 0;
}

std::string escaped(unsigned char c) {
    constexpr const char* digits = "0123456789ABCDEF";
    return std::string("\\u00") + digits[c / 16] + digits[c % 16];
}

bool is_bare(std::string_view key) {
    return !key.empty() && key.find_first_not_of("abcdefghijklmnopqrstuvwxyz"
                                                 "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                 "0123456789_-") == std::string_view::npos;
}

} // namespace

void TomlText::table(std::string_view name) {
    text_ += "\n[" + std::string(name) + "]\n";
}

void TomlText::table_array(std::string_view name) {
    text_ += "\n[[" + std::string(name) + "]]\n";
}

void TomlText::value(std::string_view key, double number) {
    line(key, written(key, number));
}

void TomlText::value(std::string_view key, std::int64_t number) {
    line(key, std::to_string(number));
}

void TomlText::value(std::string_view key, bool flag) {
    line(key, flag ? "true" : "false");
}

void TomlText::value(std::string_view key, std::string_view text) {
    line(key, quoted(text));
}

void TomlText::value(std::string_view key, std::span<const double> numbers) {
    std::string list;
    for (const double number : numbers) {
        list += (list.empty() ? "" : ", ") + written(key, number);
    }
    line(key, "[" + list + "]");
}

void TomlText::value(std::string_view key, const std::vector<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts) {
        list += (list.empty() ? "" : ", ") + quoted(text);
    }
    line(key, "[" + list + "]");
}

std::string TomlText::quoted(std::string_view text) {
    std::string result = "\"";
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const auto first = static_cast<unsigned char>(text.front());
        if (length == 0) {
            result += "\\uFFFD";
        } else if (first == '"' || first == '\\') {
            result += {'\\', text.front()};
        } else if (first < ' ' || first == 0x7F) {
            result += escaped(first);
        } else {
            result += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return result + "\"";
}

void TomlText::line(std::string_view key, std::string_view value) {
    text_ += (is_bare(key) ? std::string(key) : quoted(key)) + " = " + std::string(value) + "\n";
}

std::string TomlText::written(std::string_view key, double number) const {
    if (!std::isfinite(number)) {
        throw failure("'" + std::string(key) + "' is not a finite number and cannot be saved",
                      file_.string(), "give it a sensible value first");
    }
    char digits[32]; // the longest shortest double takes 24
    const auto result = std::to_chars(std::begin(digits), std::end(digits), number);
    std::string text(digits, result.ptr);
    // TOML tells a number with a fraction from a whole one by its looks.
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

} // namespace orrery
