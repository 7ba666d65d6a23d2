#pragma once

#include "sim/scenes/placement.hpp"
#include "sim/scenes/random.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace orrery {

// Radii at equal steps of their logarithm, from well inside a galaxy to its edge.
class RadialGrid {
public:
    RadialGrid(double innermost, double outermost, std::size_t count);

    std::size_t size() const { return radii_.size(); }
    double operator[](std::size_t k) const { return radii_[k]; }
    double outermost() const { return radii_.back(); }

    // The value at `radius` of a function known at the grid's radii: linear between them in the
    // logarithm of the radius, constant beyond.
    double interpolate(const std::vector<double>& values, double radius) const;

private:
    std::vector<double> radii_;
    double step_;
};

// Draws the speeds of bodies whose distribution function depends on their energy alone (Jeans'
// theorem: such a system is in equilibrium). Where the potential is `depth` deep, a body of speed v
// has binding energy E = depth - v^2 / 2, and v has the density v^2 f(E) up to escape. By
// rejection: the peak of v^2 f is tabulated against the depth.
class IsotropicSpeeds {
public:
    // `depths` ascending and positive, covering every depth that will be asked for; `f` need not be
    // normalised, and must grow with the binding energy or change slowly between the depths.
    IsotropicSpeeds(std::vector<double> depths, std::function<double(double)> f);

    double draw(double depth, Random& random) const;

private:
    double peak(double depth) const;

    std::vector<double> depths_;
    std::vector<double> peaks_;
    std::function<double(double)> f_;
};

// How a spherical component's density falls: up to a constant factor, and d ln rho / d ln r.
struct DensityProfile {
    double (*density)(double radius);
    double (*logarithmic_slope)(double radius);
};

// The potential of a whole galaxy, spherically averaged, at the radii of its grid.
struct GalaxyPotential {
    std::vector<double> depths; // below the outermost radius: there 0
    std::vector<double> pulls;  // acceleration inwards
};

// A bulge or a halo: a spherical mass distribution with isotropic velocities, in equilibrium with
// the potential of everything around it. Bodies stay inside the grid's outermost radius.
class SphericalComponent {
public:
    SphericalComponent(const RadialGrid& grid, double mass, const DensityProfile& profile);

    // In shells: number k between the grid's radii k - 1 and k, number 0 inside the first.
    const std::vector<double>& shell_masses() const { return shell_masses_; }

    // Finds the distribution function for this potential by Eddington's inversion; Binney &
    // Tremaine, Galactic Dynamics (2008), section 4.3.1.
    void settle(const GalaxyPotential& potential);

    // Needs settle.
    PhasePoint draw(Random& random) const;

private:
    double draw_radius(Random& random) const;

    RadialGrid grid_;
    std::vector<double> density_slopes_; // at the radii
    std::vector<double> shell_masses_, enclosed_masses_;
    std::vector<double> depths_;
    std::optional<IsotropicSpeeds> speeds_;
};

// The radius at which the mass of shell k sits.
double shell_radius(const RadialGrid& grid, std::size_t k);

} // namespace orrery
