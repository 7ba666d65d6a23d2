#pragma once

#include "sim/base/error.hpp"
#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"

#include <cmath>
#include <string>

namespace orrery {

inline Vector3 vector_of(const VectorArray<double>& vectors, std::size_t i) {
    return {vectors.x[i], vectors.y[i], vectors.z[i]};
}

// Throws bad_input for a position that is no number, naming the body's index.
inline void require_places(const VectorArray<double>& positions) {
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!std::isfinite(positions.x[i] + positions.y[i] + positions.z[i])) {
            throw bad_input("a body has no place in space", "body " + std::to_string(i), "");
        }
    }
}

} // namespace orrery
