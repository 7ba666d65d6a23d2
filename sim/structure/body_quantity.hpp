#pragma once

#include "sim/machine/workers.hpp"
#include "sim/structure/centre.hpp"
#include "sim/structure/radial_shells.hpp"
#include "sim/system.hpp"

#include <cstdint>
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
    bool of_ellipse;            // exists where one body has most of the mass
    bool positive;              // a logarithmic axis suits it
    int lengths, times, masses; // powers of them in its unit
};
std::span<const QuantityInfo> body_quantities(); // in the order of BodyQuantity
const QuantityInfo& quantity_info(BodyQuantity quantity);

// "AU", "kpc/Myr"; "" of a pure number; N-body units are called so.
std::string unit_of(BodyQuantity quantity, const Units& units);

// The quantity of bodies [first, first + count); not a number where there is none. The energy of a
// body among many is that in the spherical mean of their pull, as `shells` of all bodies have it.
std::vector<float> quantity_of(BodyQuantity quantity, const Bodies<double>& bodies,
                               std::size_t first, std::size_t count, const Centre& centre,
                               const RadialShells& shells, double gravity, Workers& workers);

// Values of one quantity that are chosen, both ends included.
struct BrushRange {
    double low = 0, high = 0;
    bool operator==(const BrushRange&) const = default;
};

// Takes the mark from bodies whose value is not within the range. As many marks as values.
void keep_marked_between(std::span<const float> values, const BrushRange& range,
                         std::span<std::uint8_t> marks, Workers& workers);

// How many are marked, and what share of the mass of all that is.
struct Marked {
    std::size_t bodies = 0;
    double mass_share = 0;
};
Marked marked(std::span<const std::uint8_t> marks, std::span<const double> mass);

} // namespace orrery
