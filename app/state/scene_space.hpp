#pragma once

#include "sim/bodies.hpp"
#include "sim/coordinates.hpp"

#include <optional>

namespace orrery {

// The space of the system that is shown. Refreshed on load; app.get<SceneSpace>().
struct SceneSpace {
    PeriodicBox box = {};
    std::optional<Cosmology> cosmology = {};
};

// What momenta of comoving coordinates are to be multiplied by to be velocities against the
// expansion, dx/dt times a; 1 in space that does not expand.
inline double peculiar_factor(const SceneSpace& space, double time) {
    return space.cosmology && time > 0 ? 1 / space.cosmology->scale_factor(time) : 1;
}

} // namespace orrery
