#pragma once

#include "sim/machine/workers.hpp"
#include "sim/structure/centre.hpp"
#include "sim/structure/radial_shells.hpp"
#include "sim/system.hpp"

#include <span>
#include <string>
#include <vector>

namespace orrery {

// A number that each body has.
enum class BodyQuantity {
    semi_major_axis,  // of the ellipse about the centre's body
    eccentricity,     // of that ellipse
    energy,           // for a unit of mass, about the centre
    speed,            // about the centre
    distance,         // from it
    radial_speed,     // away from it
    angular_momentum, // its z-component for a unit of mass, about the centre
    mass,
    x,      // from the centre
    x_speed // about it
};

struct QuantityInfo {
    BodyQuantity quantity;
    const char* id;    // "semi-major axis"
    const char* title; // "Semi-major axis"
    const char* symbol;
    const char* tooltip;
    bool of_ellipse; // exists where one body has most of the mass
    bool positive;   // a logarithmic axis suits it
};
std::span<const QuantityInfo> body_quantities();
const QuantityInfo& quantity_info(BodyQuantity quantity);

// "AU", "kpc/Myr"; "" of a pure number; N-body units are called so.
std::string unit_of(BodyQuantity quantity, const Units& units);

// Of bodies [first, first + count); not a number where there is none. The energy of a body among
// many is that in the spherical mean of their pull, as `shells` of all bodies have it.
std::vector<float> quantity_of(BodyQuantity quantity, const Bodies<double>& bodies,
                               std::size_t first, std::size_t count, const Centre& centre,
                               const RadialShells& shells, double gravity, Workers& workers);

} // namespace orrery
