#pragma once

#include "sim/scenes/galaxy_model.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <string_view>

namespace orrery {

// How a galaxy lies and moves. Angles in degrees: its disk is tilted by `inclination` about the x
// axis, then turned by `node` about the z axis.
struct GalaxyPose {
    PhasePoint centre;
    double inclination = 0;
    double node = 0;
};

// Makes bodies [first, first + count) of the system a galaxy and names its parts. Six in ten are
// disk, one in twelve bulge, the rest halo; the mass of a part too small to get a body is the
// disk's.
void add_galaxy(System& system, const GalaxyModel& model, const GalaxyPose& pose, std::size_t first,
                std::size_t count, std::uint64_t seed, std::string_view prefix);

// From the model's units to kiloparsecs, millions of years and 10^10 solar masses; sets units,
// softening and time step.
void set_galactic_units(System& system);

// The model's unit of mass, in 10^10 solar masses.
inline constexpr double galaxy_mass_unit = 5.6;

// A kiloparsec-sized length of the model, in kpc.
double kiloparsecs(double model_length);

} // namespace orrery
