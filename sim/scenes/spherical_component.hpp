#pragma once

#include "sim/scenes/isotropic_speeds.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/radial_grid.hpp"

#include <optional>
#include <vector>

namespace orrery {

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
    std::vector<double> densities_, density_slopes_; // at the radii
    std::vector<double> shell_masses_, enclosed_masses_;
    std::vector<double> depths_;
    std::optional<IsotropicSpeeds> speeds_;
};

// Where the mass of shell k sits.
double shell_radius(const RadialGrid& grid, std::size_t k);

} // namespace orrery
