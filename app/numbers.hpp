#pragma once

#include "sim/base/words.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery {

struct Extent;

// Numbers and texts as people read them, the same in the window and on the command line; what they
// type: sim/base/words.hpp.

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

// A measured error as an audience reads it, always in this form: "6.7·10⁻⁴".
std::string error_text(double error);
// One that is asked for or promised: "10⁻³", "2·10⁻³".
std::string bound_text(double error);

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

// What a step takes, as far as it is known.
struct KnownTime {
    double milliseconds = 0; // 0: not known
    bool certain = true;     // else it is an estimate, or of few steps

    // "4.39 ms", "≈ 4.39 ms"; "" where it is not known.
    std::string text() const;
};

// A step's time beside that of a reference on the same work. Wherever a factor is shown near the
// times it comes from, the texts are made here: the factor is then the quotient of the two times as
// they are read, to every digit of it.
struct TimeRatio {
    KnownTime own, reference;

    bool is_known() const { return own.milliseconds > 0 && reference.milliseconds > 0; }
    // How many times as fast as the reference; 0 where it is not known.
    double factor() const;
    // "31 ×", "0.81 ×", "≈ 31 ×"; "" where it is not known.
    std::string text() const;
};

// "31 ×": two digits up to 100, three above; the unit itself is "1 ×".
std::string factor_text(double factor);

// "1920x1080", each from 1 to 65,535. Throws bad_input, naming `where`.
Extent parse_extent(std::string_view text, std::string_view where = "--size");

// Columns that a UTF-8 text takes on a terminal: its code points. The texts of this program have no
// combining or double-width ones.
std::size_t text_width(std::string_view text);

// The text in lines of at most `width` columns, broken at spaces or, inside a word that is too long
// for a line, after a bar or comma; newlines stay where they are. Every line but the first begins
// with `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

} // namespace orrery
