#pragma once

#include <cmath>
#include <numbers>

namespace orrery {

// The field of a Gaussian cloud of unit mass, exp(-x^2) in its own lengths, with which an Ewald sum
// surrounds every body: near its centre that of a smooth mass, far away 1 / x. Functions of x^2
// that are smooth at 0, so each is exact there by its series.
//
//   potential  E = erf(x) / x
//   pull       F = -2 dE / dx^2 = (erf(x) - 2 x exp(-x^2) / sqrt(pi)) / x^3, times the distance
//   change     H = -2 dF / dx^2, for jerks
template <class Number>
struct Cloud {
    Number potential, pull, change;

    explicit Cloud(Number x) {
        const Number u = x * x;
        const Number factor = 2 * std::numbers::inv_sqrtpi_v<Number>;
        if (x < Number(0.7)) {
            potential = pull = change = 0;
            Number term = factor; // (-u)^n / n!
            for (int n = 0; n < 18; ++n) {
                potential += term / Number(2 * n + 1);
                pull += 2 * term / Number(2 * n + 3);
                change += 4 * term / Number(2 * n + 5);
                term *= -u / Number(n + 1);
            }
            return;
        }
        const Number gauss = factor * std::exp(-u);
        potential = std::erf(x) / x;
        pull = (potential - gauss) / u;
        change = (3 * pull - 2 * gauss) / u;
    }
};

} // namespace orrery
