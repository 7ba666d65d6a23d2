#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"

#include <cmath>
#include <limits>

namespace orrery {

// Points of a periodic box and their images; in open space each is its only one.
class Images {
public:
    explicit Images(const PeriodicBox& box) {
        if (box.is_periodic()) {
            edges_ = {box.lengths[0], box.lengths[1], box.lengths[2]};
            half_ = 0.5 * edges_;
        }
    }

    // The image within [0, L).
    Vector3 inside(const Vector3& at) const {
        return {inside(at.x, edges_.x), inside(at.y, edges_.y), inside(at.z, edges_.z)};
    }
    // From a point inside to the nearest image of another one.
    Vector3 nearest(const Vector3& from, const Vector3& to) const {
        return {nearest(to.x - from.x, edges_.x, half_.x),
                nearest(to.y - from.y, edges_.y, half_.y),
                nearest(to.z - from.z, edges_.z, half_.z)};
    }

private:
    static double inside(double at, double edge) {
        if (edge == 0 || (at >= 0 && at < edge)) {
            return at;
        }
        const double wrapped = at - edge * std::floor(at / edge);
        return wrapped < edge ? wrapped : 0; // -1e-20 would be rounded to the edge
    }
    static double nearest(double way, double edge, double half) {
        return way > half ? way - edge : way < -half ? way + edge : way;
    }

    static constexpr double infinity = std::numeric_limits<double>::infinity();
    Vector3 edges_;
    Vector3 half_ = {infinity, infinity, infinity};
};

} // namespace orrery
