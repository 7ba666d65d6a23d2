#pragma once

#include <string>

namespace orrery {

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

} // namespace orrery
