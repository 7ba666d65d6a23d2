#include "sim/scenes/portable_math.hpp"

#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <numbers>

// Only sqrt, floor, frexp and ldexp of <cmath> are used: IEEE 754 leaves them no choice.
static_assert(FLT_EVAL_METHOD == 0, "scenes need doubles that are computed as doubles");

namespace orrery::portable {
namespace {

// ln 2 in two parts; the first has 32 trailing zero bits, so its multiples by exponents are exact.
constexpr double ln2_high = 0x1.62e42feep-1;
constexpr double ln2_low = 0x1.a39ef35793c76p-33;

// Taylor coefficients 1/n! of e^x and, by taking every other one with alternating signs, of cosine
// and sine.
constexpr auto inverse_factorials = [] {
    std::array<double, 20> table{1};
    double factorial = 1; // exact up to 18!, far below rounding beyond
    for (std::size_t n = 1; n < table.size(); ++n) {
        factorial *= static_cast<double>(n);
        table[n] = 1 / factorial;
    }
    return table;
}();

// sum over k of (-x2)^k / (first + 2k)!.
double alternating_series(double x2, std::size_t first) {
    double sum = 0;
    for (std::size_t k = 10; k-- > 0;) {
        sum = inverse_factorials[first + 2 * k] - x2 * sum;
    }
    return sum;
}

} // namespace

double log(double x) {
    // x = m 2^e with m in [sqrt 1/2, sqrt 2); ln m = 2 artanh s, s = (m - 1) / (m + 1).
    int exponent = 0;
    double m = std::frexp(x, &exponent);
    if (m < std::numbers::sqrt2 / 2) {
        m *= 2;
        --exponent;
    }
    const double s = (m - 1) / (m + 1);
    const double s2 = s * s;
    double sum = 0;
    for (int k = 23; k >= 3; k -= 2) {
        sum = (sum + 1.0 / k) * s2;
    }
    return exponent * ln2_high + (exponent * ln2_low + (2 * s + 2 * s * sum));
}

double exp(double x) {
    if (x < -745.0) {
        return 0;
    }
    // x = k ln 2 + r with |r| <= ln 2 / 2; Taylor series of e^r.
    const double k = std::floor(x / std::numbers::ln2 + 0.5);
    const double r = (x - k * ln2_high) - k * ln2_low;
    double sum = 0;
    for (std::size_t n = 15; n-- > 0;) {
        sum = inverse_factorials[n] + r * sum;
    }
    return std::ldexp(sum, static_cast<int>(k));
}

double power(double base, double exponent) {
    return exp(exponent * log(base));
}

double cube_root(double x) {
    if (x == 0) {
        return 0;
    }
    const double root = power(x, 1.0 / 3);
    return root - (root * root * root - x) / (3 * root * root); // one Newton step
}

double arcsin(double x) {
    // Half the angle three times, sin(a/2) = sin a / sqrt(2 (1 + cos a)), then Taylor's series,
    // sum of (2k)! / (4^k (k!)^2 (2k + 1)) s^(2k+1), whose argument is now below 0.2.
    double s = x;
    double cosine = std::sqrt((1 - x) * (1 + x));
    for (int halving = 0; halving < 3; ++halving) {
        s = s / std::sqrt(2 * (1 + cosine));
        cosine = std::sqrt((1 - s) * (1 + s));
    }
    double sum = 0;
    for (int k = 11; k >= 0; --k) {
        const double next_term = (2.0 * k + 1) / (2.0 * k + 2);
        sum = 1.0 / (2 * k + 1) + next_term * s * s * sum;
    }
    return 8 * s * sum;
}

CosSin circle(double turns) {
    const double quarter = std::floor(4 * turns + 0.5);
    const double angle = (turns - quarter / 4) * (2 * std::numbers::pi); // |angle| <= pi / 4
    const double sine = angle * alternating_series(angle * angle, 1);
    const double cosine = alternating_series(angle * angle, 0);
    switch (static_cast<int>(quarter - 4 * std::floor(quarter / 4))) {
    case 0:
        return {cosine, sine};
    case 1:
        return {-sine, cosine};
    case 2:
        return {-cosine, -sine};
    default:
        return {sine, -cosine};
    }
}

CosSin circle_of_degrees(double degrees) {
    return circle(degrees / 360);
}

} // namespace orrery::portable
