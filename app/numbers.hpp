#pragma once

#include "sim/base/words.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery {

// Numbers as people read them, the same in the window and on the command line; what they type:
// sim/base/words.hpp.

// "65,536"
std::string with_thousands(std::size_t number);

// "1 step", "2,000 steps"
std::string counted(std::size_t number, std::string_view one, std::string_view several);

// Three significant digits with a decimal prefix from n to P: "1.94 T", "340 k", "0"; then `unit`,
// if there is one: "4.41 GFLOP/s".
std::string with_prefix(double number, const char* unit);

// Three significant digits and a power of ten: "3.10e-6", "0"; a dash for what is no number.
std::string with_exponent(double number);

// At most three significant digits, of a small or large number with a power of ten: "3e-4", "0.05",
// "24", "1.25e5".
std::string briefly(double number);

// "⁸", "⁻¹²"
std::string superscript(int number);

// At least three significant digits and never a power of ten: "0.0123", "12.3", "1,580".
std::string plainly(double number);

// Three significant digits in the unit that suits: "250 µs", "2.13 ms", "12.4 s", "3.2 h".
std::string as_milliseconds(double milliseconds);
// The time that this text says: 12.4 ms of 12.3987.
double shown_milliseconds(double milliseconds);

// Where an axis has a number or a name.
struct PlotTick {
    double value = 0;
    std::string text;
};

// The next 1, 2 or 5 times a power of ten.
double round_step(double least);

} // namespace orrery
