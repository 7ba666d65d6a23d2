#pragma once

// The functions that scenes need, made of nothing but + - * / and the square root, which IEEE 754
// rounds in one way everywhere. The C library's log or sin differ in the last bit between systems,
// and one bit is enough for two machines to show two different galaxies after a while.
//
// Identical results need double arithmetic evaluated as written: the scenes are compiled with
// -ffp-contract=off (sim/CMakeLists.txt) and never with -ffast-math. Relative errors are a
// few units of the last place.
namespace orrery::portable {

double log(double x); // x > 0
double exp(double x);
double power(double base, double exponent); // base > 0
double cube_root(double x);                 // x >= 0
double arcsin(double x);                    // |x| <= 1; radians

struct CosSin {
    double cosine, sine;
};
// Takes an angle in whole turns: circle(0.25) is {0, 1}. Turns reduce exactly, radians do not.
CosSin circle(double turns);
CosSin circle_of_degrees(double degrees);

} // namespace orrery::portable
