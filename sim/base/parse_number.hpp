#pragma once

#include <charconv>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace orrery {

// Numbers as people type them, the same in the window, on the command line and in files.

// A count of bodies: "4096", "16k", "1M", "1e5". In the field's powers of two: k is 1,024, M is
// 1,048,576, G is 1,073,741,824. Throws bad_input, naming `where` (a flag), unless it is a whole
// number from 0 to 2^40.
std::size_t parse_count(std::string_view text, std::string_view where);

// A number of anything else, which the error calls `noun`: "steps". Here k is 1,000, M a million
// and G a billion.
std::size_t parse_number_of(std::string_view noun, std::string_view text, std::string_view where);

// A finite number: "0.05", "1e-3", "1/64". Throws bad_input, naming `where`.
double parse_number(std::string_view text, std::string_view where);

// What programs write and read again, the same in every locale.

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
