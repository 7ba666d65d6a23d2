#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"
#include "sim/simulation/body_edit.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The bodies that pull on one about to be thrown: all of a few, which go on moving; or the heaviest
// of many and a sample of the others, with their masses, which stand where they are.
struct PullingField {
    Bodies<double> bodies;
    bool moves = false;
};

// So few bodies go on moving.
inline constexpr std::size_t max_moving_bodies = 32;

// A body's path within `span` of time, a place for each of `places` equal parts of it. `mass`: of
// the body, which pulls on those that move.
std::vector<Vector3> predicted_path(const PullingField& field, const EditForces& forces,
                                    const Vector3& position, const Vector3& velocity, double mass,
                                    double span, std::size_t places);

} // namespace orrery
