#pragma once

#include <array>

namespace orrery {

// Theory's figures for models that scenes are made of.

// rho = 3 M / (4 pi a^3) (1 + r^2/a^2)^(-5/2): Plummer 1911.
struct PlummerModel {
    double mass = 1, scale = 1;
    double density(double radius) const;
    double mass_within(double radius) const;
    double radius_of_share(double share) const;
};

// rho = M a / (2 pi r (r + a)^3): Hernquist 1990.
struct HernquistModel {
    double mass = 1, scale = 1;
    double density(double radius) const;
    double mass_within(double radius) const;
    double radius_of_share(double share) const;
};

// Surface density ~ exp(-R/h), infinitely thin: Freeman 1970.
struct ExponentialDisk {
    double mass = 1, scale = 1;
    double circular_speed(double radius, double gravity) const;
    // Its mass in a thin spherical shell, for a unit of the shell's volume.
    double shell_density(double radius) const;
};

// The share left of every radius of a uniform ball that falls from rest, at `time` in units of the
// free-fall time pi/2 sqrt(R^3 / (2 G M)); 0 from then on.
double free_fall_factor(double time);

// Orbits whose period is q/p of a perturber's: a resonance p:q.
struct Resonance {
    int p = 1, q = 1;
    double semi_major_axis(double of_perturber) const;
};
// The orbits from which Jupiter clears the asteroid belt: Kirkwood 1867.
inline constexpr std::array kirkwood_resonances{Resonance{4, 1}, Resonance{3, 1}, Resonance{5, 2},
                                                Resonance{7, 3}, Resonance{2, 1}};

} // namespace orrery
