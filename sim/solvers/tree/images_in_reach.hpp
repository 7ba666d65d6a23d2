#pragma once

// A periodic box for walks over a tree: bodies inside of it, and the images that a group feels.

#include "sim/base/box.hpp"
#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"
#include "sim/force_request.hpp"
#include "sim/machine/workers.hpp"
#include "sim/state/shown_space.hpp"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

template <class Real>
Box<Real> shifted(const Box<Real>& box, const Vector3& shift) {
    const auto x = static_cast<Real>(shift.x);
    const auto y = static_cast<Real>(shift.y);
    const auto z = static_cast<Real>(shift.z);
    return {box.low_x + x,  box.low_y + y,  box.low_z + z,
            box.high_x + x, box.high_y + y, box.high_z + z};
}

// The images of a box whose bodies may be within reach of a group: as shifts of the group, which is
// as near to an image of a body as the body itself is to the shifted group. So a walk knows nothing
// of images, bodies half a box away need no care, and a group may be as large as the box.
class ImagesInReach {
public:
    // `sources`, `targets`: boxes around the bodies, those of the group. The first is no shift.
    template <class Real>
    void find(const PeriodicBox& box, const Box<Real>& sources, const Box<Real>& targets,
              Real reach) {
        shifts_.assign(1, {});
        if (!box.is_periodic()) {
            return;
        }
        const Run x(box.lengths[0], sources.low_x, sources.high_x, targets.low_x, targets.high_x,
                    reach);
        const Run y(box.lengths[1], sources.low_y, sources.high_y, targets.low_y, targets.high_y,
                    reach);
        const Run z(box.lengths[2], sources.low_z, sources.high_z, targets.low_z, targets.high_z,
                    reach);
        for (double a = x.first; a <= x.last; ++a) {
            for (double b = y.first; b <= y.last; ++b) {
                for (double c = z.first; c <= z.last; ++c) {
                    if (a != 0 || b != 0 || c != 0) {
                        shifts_.push_back(
                            {a * box.lengths[0], b * box.lengths[1], c * box.lengths[2]});
                    }
                }
            }
        }
    }

    std::span<const Vector3> shifts() const { return shifts_; }

private:
    // Of an axis, in edges.
    struct Run {
        double first, last;

        Run(double edge, double low, double high, double target_low, double target_high,
            double reach)
            : first(std::ceil((low - reach - target_high) / edge)),
              last(std::floor((high + reach - target_low) / edge)) {}
    };

    std::vector<Vector3> shifts_;
};

// Bodies at their places in the box, as copies where that is periodic.
template <class Real>
class BodiesInBox {
public:
    // Valid until the next one is asked for, and as long as the bodies.
    BodiesView<Real> of(const BodiesView<Real>& bodies, const PeriodicBox& box, Workers& workers) {
        constexpr std::size_t bodies_at_once = 16384;
        if (!box.is_periodic()) {
            return bodies;
        }
        if (places_.size() != bodies.count) {
            places_ = VectorArray<Real>(bodies.count);
        }
        workers.for_ranges(bodies.count, bodies_at_once, [&](std::size_t begin, std::size_t end) {
            const auto put = [=](const Real* from, double edge, HostArray<Real>& to) {
                for (std::size_t i = begin; i < end; ++i) {
                    to[i] = static_cast<Real>(wrapped(static_cast<double>(from[i]), edge));
                }
            };
            put(bodies.x, box.lengths[0], places_.x);
            put(bodies.y, box.lengths[1], places_.y);
            put(bodies.z, box.lengths[2], places_.z);
        });
        BodiesView<Real> inside = bodies;
        inside.x = places_.x.data();
        inside.y = places_.y.data();
        inside.z = places_.z.data();
        return inside;
    }

    std::size_t bytes() const { return 3 * places_.x.bytes(); }

private:
    VectorArray<Real> places_;
};

} // namespace orrery
