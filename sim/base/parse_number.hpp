#pragma once

#include <cstddef>
#include <string_view>

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

} // namespace orrery
