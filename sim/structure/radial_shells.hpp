#pragma once

#include "sim/machine/workers.hpp"
#include "sim/structure/centre.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// Distances from a centre that shells lie between, in equal factors.
struct RadialRange {
    double inner = 0, outer = 0; // inner 0: nothing is away from the centre
};
// The range of all bodies, but the centre's own.
RadialRange radial_range(const Bodies<double>& bodies, const Centre& centre, Workers& workers);

// Mass and rotation in fine spherical shells about a centre.
struct RadialShells {
    RadialRange range = {};
    double core_mass = 0;          // nearer than the first shell: the centre's body
    std::vector<double> mass = {}; // of each shell
    std::vector<std::uint32_t> bodies = {};
    std::vector<Vector3> turning = {};   // sum of m (r x v) / r
    std::vector<double> outer_mass = {}; // up to the end of each, that of the core included
    std::vector<double> depth = {};      // at each edge, of the potential of what lies further out
    double shells_per_factor = 0;        // of e

    std::size_t size() const { return mass.size(); }
    double edge(double shell) const;    // where it begins
    double place(double radius) const;  // the inverse, from 0 to size()
    double mass_up_to(double at) const; // a place
    double mass_within(double radius) const { return mass_up_to(place(radius)); }
    // For a unit of mass and of G: the spherical mean of what pulls.
    double potential(double radius) const;
    // That holds a share of the mass, of what has shells. 0 where nothing has.
    double radius_of_share(double share) const;
    double shell_mass() const { return outer_mass.empty() ? 0 : outer_mass.back() - core_mass; }
};

// The shells of bodies [first, first + count).
RadialShells radial_shells(const Bodies<double>& bodies, std::size_t first, std::size_t count,
                           const Centre& centre, const RadialRange& range, Workers& workers);

// The shares that Lagrange radii are told of.
inline constexpr double lagrange_shares[] = {0.1, 0.25, 0.5, 0.75, 0.9};

// A point for shells put together until they are wide and full enough to stand out from noise.
struct RadialPoint {
    double radius = 0;    // of the middle of the shells
    double density = 0;   // mass for a unit of volume
    double streaming = 0; // mean speed about the centre
    double within = 0;    // mass within the radius
};
std::vector<RadialPoint> radial_profile(const RadialShells& shells);

} // namespace orrery
