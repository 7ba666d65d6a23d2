#pragma once

#include <charconv>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace orrery {

// Words and numbers as all that reads and writes text takes them, the same in every locale.

// Without these characters at its front and its back.
std::string_view trimmed(std::string_view text, std::string_view front = " \t",
                         std::string_view back = " \t");

// What stands between them: at least one part, which may be empty.
std::vector<std::string_view> split(std::string_view text, char at = ',');

// What stands between blanks: no part is empty.
std::vector<std::string> words_in(std::string_view text);

// Capitals and small letters alike.
bool same_letters(std::string_view a, std::string_view b);

// "a, b, c"; `name` tells what an element is called.
template <class List, class Name = std::identity>
std::string joined(const List& list, const Name& name = {}) {
    std::string text;
    for (const auto& element : list) {
        text += (text.empty() ? "" : ", ") + std::string(std::invoke(name, element));
    }
    return text;
}

// "a, b and c"; of more than four the first three, and how many more.
std::string listed(const std::vector<std::string>& names);

// All of the text as a number, or nothing. A double may come out infinite or as no number.
template <class Number>
std::optional<Number> whole_text(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stopped == end ? std::optional(number) : std::nullopt;
}

// The shortest text that gives the same number again.
template <class Number>
void append_shortest(std::string& text, Number number) {
    char digits[32]; // the longest shortest double takes 24
    text.append(digits, std::to_chars(std::begin(digits), std::end(digits), number).ptr);
}
template <class Number>
std::string shortest(Number number) {
    std::string text;
    append_shortest(text, number);
    return text;
}

} // namespace orrery
