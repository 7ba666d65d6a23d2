#include "sim/snapshots/toml_text.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <cmath>

namespace orrery {
namespace {

std::string escaped(unsigned char c) {
    if (c == '\n' || c == '\t') {
        return c == '\n' ? "\\n" : "\\t";
    }
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
    line(key, "[" + joined(numbers, [&](double number) { return written(key, number); }) + "]");
}

void TomlText::value(std::string_view key, const std::vector<std::string>& texts) {
    line(key, "[" + joined(texts, quoted) + "]");
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
    const std::string text = shortest(number);
    // TOML tells a number with a fraction from a whole one by its looks.
    return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

} // namespace orrery
