#pragma once

#include "sim/scenes/spherical_component.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace orrery {

// A disk galaxy like ours in equilibrium: exponential disk, bulge and dark halo, each in the
// potential of all three.
//
//   disk    rho ~ exp(-R / h) sech^2(z / z0),      h = 1, z0 = 0.12, mass 1
//   bulge   rho ~ exp(-(r / 2)^2) / (r (r + a)^3), a = 0.2, mass 1/4 (Hernquist's, tapered)
//   halo    rho ~ exp(-(r / 10)^2) / (r^2 + 1),    mass 5 (isothermal with a core, tapered)
//
// Bulge and halo: isotropic distribution functions by Eddington's inversion in the spherically
// averaged potential. Disk: the rotation curve and epicyclic frequency of the true potential, a
// radial dispersion falling as exp(-R / 2h) with Toomre's Q at least 1.2, the tangential one by the
// epicyclic ratio, the vertical one from the virial theorem of its layer, and the mean rotation
// slower than circular by the asymmetric drift of Jeans' equation.
//
// Source: Hernquist, "N-body realizations of compound galaxies", ApJS 86 (1993), for the profiles
//         and the disk; his spheres' Gaussian velocities replaced by Eddington's formula, as
//         Kazantzidis, Magorrian & Moore, ApJ 601 (2004) urge. Softened forces throughout.
// Units:  G = 1, disk scale length 1, disk mass 1. As a galaxy like ours: 3.5 kpc, 5.6e10 Msun, and
//         so 262 km/s and 13.05 Myr.
class GalaxyModel {
public:
    GalaxyModel();

    static constexpr double disk_mass = 1, bulge_mass = 0.25, halo_mass = 5;
    static constexpr double total_mass = disk_mass + bulge_mass + halo_mass;
    static constexpr double scale_height = 0.12;
    static constexpr double disk_edge = 7;
    static constexpr double softening = 0.06;
    static constexpr double min_toomre_q = 1.2;

    // Spinning about the z axis, the way y follows x.
    PhasePoint draw_disk(Random& random) const;
    PhasePoint draw_bulge(Random& random) const { return bulge_.draw(random); }
    PhasePoint draw_halo(Random& random) const { return halo_.draw(random); }

    double circular_speed(double radius) const; // in the disk's plane
    // Energy of two such galaxies in each other's potential, their spherical averages `distance`
    // apart: negative.
    double mutual_energy(double distance) const;

private:
    // Moments of the disk's velocities, at radii spacing apart.
    struct DiskRow {
        double angular_speed2;             // of circular motion, squared
        double mean_speed;                 // along the rotation
        double radial, tangential, upward; // dispersions
    };
    void settle_spheres();
    void settle_disk();
    DiskRow disk_row(double radius) const;

    RadialGrid grid_;
    SphericalComponent bulge_, halo_;
    std::vector<double> shell_masses_; // of everything
    GalaxyPotential potential_;
    std::vector<DiskRow> disk_rows_;
};

// The pull of a smooth mass distribution on bodies that feel Plummer-softened gravity, G = 1: sums
// over shells and rings. Equilibria built with the force law that the bodies will really feel do
// not breathe when the simulation starts.

struct ShellPull {
    double depth;   // minus the potential
    double inwards; // acceleration towards the centre
};

// At `radius` from the centre of a shell of mass 1. Closed form: -1 / sqrt(d^2 + softening^2)
// averaged over the shell's distances d = |radius - shell_radius| … radius + shell_radius.
ShellPull shell_pull(double radius, double shell_radius, double softening);

// Acceleration towards the centre, in the plane `height` above a ring of mass 1, at `radius` > 0
// from its axis. By complete elliptic integrals, from the arithmetic-geometric mean; Binney &
// Tremaine, Galactic Dynamics (2008), section 2.6.2. Softening adds to the height in squares.
double ring_pull(double radius, double ring_radius, double height, double softening);

// ---- galaxy.cpp ----

// How a galaxy lies and moves. Angles in degrees: its disk is tilted by `inclination` about the x
// axis, then turned by `node` about the z axis.
struct GalaxyPose {
    PhasePoint centre;
    double inclination = 0;
    double node = 0;
};

// Makes these bodies of the scene a galaxy and names its parts. Six in ten are disk, one in twelve
// bulge, the rest halo; the mass of a part too small to get a body is the disk's.
void add_galaxy(SceneDraft& draft, const GalaxyModel& model, const GalaxyPose& pose,
                const Part& bodies, std::string_view prefix);

// From the model's units to kiloparsecs, millions of years and 10^10 solar masses; sets units,
// softening and time step.
void set_galactic_units(SceneDraft& draft);

// The model's unit of mass, in 10^10 solar masses.
inline constexpr double galaxy_mass_unit = 5.6;

// A kiloparsec-sized length of the model, in kpc.
double kiloparsecs(double model_length);

} // namespace orrery
