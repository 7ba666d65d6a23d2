#include "app/language/tr.hpp"

#include "app/language/spoken_language.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

const std::string* translated(std::string_view english) {
    return spoken() == nullptr ? nullptr : spoken()->find(english);
}

} // namespace

const char* tr(const char* english) {
    const std::string* const text = translated(english);
    return text == nullptr ? english : text->c_str();
}

std::string tr(const std::string& english) {
    const std::string* const text = translated(english);
    return text == nullptr ? english : *text;
}

std::string tr_name(const std::string& english) {
    const std::size_t number = english.find_last_not_of("0123456789") + 1;
    if (number < 2 || english[number - 1] != ' ') {
        return tr(english);
    }
    return tr(english.substr(0, number - 1)) + english.substr(number - 1);
}

std::string tr_id(std::string_view english) {
    // What stands behind "##" is no text, but tells widgets of one label apart.
    const std::string_view label = english.substr(0, english.find("##"));
    const std::string* const text = translated(label);
    return text == nullptr ? std::string(english) : *text + "###" + std::string(english);
}

std::string format_translated(fmt::string_view english, fmt::format_args arguments) {
    if (const std::string* const text = translated({english.data(), english.size()})) {
        try {
            return fmt::vformat(*text, arguments);
        } catch (const fmt::format_error&) {
            // A translator's slip, which a test finds; it is no reason to say nothing.
        }
    }
    return fmt::vformat(english, arguments);
}

std::string with_decimal_mark(std::string number) {
    const std::size_t point = number.find('.');
    if (spoken() != nullptr && point != std::string::npos) {
        number.replace(point, 1, spoken()->decimal);
    }
    return number;
}

std::string_view thousands_mark() {
    return spoken() == nullptr ? "," : std::string_view(spoken()->thousands);
}

} // namespace orrery
