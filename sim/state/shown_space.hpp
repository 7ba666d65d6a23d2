#pragma once

#include "sim/bodies.hpp"

#include <cmath>

namespace orrery {

// The space that bodies are shown in. States keep positions as they move, however often they have
// gone through a periodic box; who shows them wraps them into it.
struct ShownSpace {
    PeriodicBox box = {};    // open: places are shown as they are
    double speed_factor = 1; // of a velocity's length as it is kept: in comoving coordinates the
                             // speed against the expansion is the momentum over a
};

// The same place in [0, length), where an edge is so long; a length of 0: none is.
inline double wrapped(double place, double length) {
    if (!(length > 0)) {
        return place;
    }
    const double inside = place - length * std::floor(place / length);
    return inside >= length ? 0 : inside; // rounded up from just below 0
}

} // namespace orrery
