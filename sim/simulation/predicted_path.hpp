#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"
#include "sim/simulation/body_edit.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// What pulls on a body that is about to be thrown: all bodies of few, which go on moving; of many
// the heaviest and a sample of the others, with their masses, which stand where they are.
struct PullingField {
    Bodies<double> bodies;
    bool moves = false;
};

// So few bodies go on moving.
inline constexpr std::size_t max_moving_bodies = 32;

// Where a body goes within `span` of time, a place for each of `places` equal parts of it. `mass`:
// of the body, which pulls on those that move.
std::vector<Vector3> predicted_path(const PullingField& field, const EditForces& forces,
                                    const Vector3& position, const Vector3& velocity, double mass,
                                    double span, std::size_t places);

} // namespace orrery
