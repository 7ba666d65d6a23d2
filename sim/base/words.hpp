#pragma once

#include <charconv>
#include <cstddef>
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

// The parts between the `at`: at least one, which may be empty.
std::vector<std::string_view> split(std::string_view text, char at = ',');

// The parts between blanks; none of them is empty.
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

// What `make` makes of each element, or a member of each.
template <class Made, class List, class Make>
std::vector<Made> list_of(const List& list, const Make& make) {
    std::vector<Made> all;
    for (const auto& element : list) {
        all.emplace_back(std::invoke(make, element));
    }
    return all;
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

// The text made safe to show: control characters and bytes that are no UTF-8, which
// a name in a file can have and a terminal might obey, become "\x1b". To be asked wherever text
// from files or folders is printed; every Error does it by itself.
std::string printable(std::string_view text);

// How many bytes the UTF-8 character at the text's start has; 0: it is none. Not of an empty text.
std::size_t utf8_length(std::string_view text);

// A number as messages write it, in every locale: "0.001", "1e+09".
std::string written(double number);

// The hint for a name that nothing has, with what was meant where that is near: "did you mean
// 'cpu.simd'? 'orrery list algorithms' shows all".
std::string did_you_mean(std::string_view wanted, const std::vector<std::string>& names,
                         std::string_view listing_command);

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

} // namespace orrery
