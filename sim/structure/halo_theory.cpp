// The number of haloes of each mass, from the contrast that linear theory has.
//
//   dn / dln M = f(nu) rho / M  |dln sigma / dln M|,   nu = delta_c / sigma(M)
//   f(nu)      = A sqrt(2 a / pi) (1 + (a nu^2)^-p) nu exp(-a nu^2 / 2)
//
// Idea:    a halo is what has become denser than delta_c in linear theory; how much matter did so
//          follows from a Gaussian field. Ellipsoids in place of spheres give a, p and A.
// Source:  Press & Schechter, ApJ 187, 425 (1974); Sheth & Tormen, MNRAS 308, 119 (1999), eq. 10.
// Cost:    an evaluation of sigma for each mass, and some for heavier ones.
// Units:   any; a number for a unit of the volume that the density is of.

#include "sim/structure/halo_theory.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double collapse_contrast = 1.686; // of a sphere, in linear theory

} // namespace

double sheth_tormen_share(double rarity) {
    constexpr double a = 0.707, p = 0.3, norm = 0.3222;
    const double squared = a * rarity * rarity;
    return norm * std::sqrt(2 / std::numbers::pi) * (1 + std::pow(squared, -p)) *
           std::sqrt(squared) * std::exp(-squared / 2);
}

std::vector<double> expected_haloes(const std::function<double(double mass)>& sigma,
                                    double mean_density, std::span<const double> masses) {
    constexpr double factor = 1.2, rarest = 9; // of neighbouring masses; none beyond
    const auto rarity = [&](double mass) { return collapse_contrast / sigma(mass); };
    const auto density = [&](double mass, double rare) {
        return sheth_tormen_share(rare) * mean_density / mass;
    };
    std::vector<double> numbers(masses.size());
    double number = 0; // of what is heavier
    for (std::size_t k = masses.size(); k-- > 0;) {
        const bool last = k + 1 == masses.size();
        double mass = masses[k];
        double rare = rarity(mass);
        double between = 0;
        while (last ? rare < rarest : mass < masses[k + 1]) {
            const double next = last ? factor * mass : std::min(factor * mass, masses[k + 1]);
            const double rarer = rarity(next);
            between += (density(mass, rare) + density(next, rarer)) / 2 * std::log(rarer / rare);
            mass = next;
            rare = rarer;
        }
        numbers[k] = number += between;
    }
    return numbers;
}

} // namespace orrery
