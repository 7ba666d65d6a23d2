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

} // namespace orrery
