#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace orrery {

// The polynomial in v that meets function(v), a long double, at the zeros of the Chebyshev
// polynomial T_terms: near the best there is from -1 to 1. Its coefficients are those of powers of
// v, in which vectors evaluate fastest.
template <class Real, std::size_t terms, class Function>
std::array<Real, terms> fitted_polynomial(const Function& function) {
    using Wide = long double;
    std::array<Wide, terms> sum{};
    std::array<Wide, terms> chebyshev{1}; // T_n by powers of v, and the one before
    std::array<Wide, terms> before{};
    for (std::size_t n = 0; n < terms; ++n) {
        Wide weight = 0;
        for (std::size_t i = 0; i < terms; ++i) {
            const Wide angle =
                (Wide(i) + Wide(0.5)) * std::numbers::pi_v<Wide> / static_cast<Wide>(terms);
            weight += function(std::cos(angle)) * std::cos(Wide(n) * angle);
        }
        weight *= Wide(n == 0 ? 1 : 2) / static_cast<Wide>(terms);
        std::array<Wide, terms> next{};
        for (std::size_t power = 0; power < terms; ++power) {
            sum[power] += weight * chebyshev[power];
            next[power] =
                (power > 0 ? Wide(n == 0 ? 1 : 2) * chebyshev[power - 1] : 0) - before[power];
        }
        before = chebyshev;
        chebyshev = next;
    }
    std::array<Real, terms> rounded{};
    for (std::size_t power = 0; power < terms; ++power) {
        rounded[power] = static_cast<Real>(sum[power]);
    }
    return rounded;
}

} // namespace orrery
