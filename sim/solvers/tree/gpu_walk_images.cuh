#pragma once

// Which images of the box a group walks among.

#include "sim/base/box.hpp"

namespace orrery {

// By how many whole edges a group is shifted to see each image that is in reach
// (images_in_reach.hpp). In shared memory, as a walk has few registers to spare.
template <class Real>
struct WalkImages {
    Box<Real> group; // itself, and shifted to see the present one
    Box<Real> seen;
    int first[3];
    unsigned along[3]; // how many

    __device__ void find(const Box<Real>& own, const Box<Real>& all, const Real (&edges)[3],
                         Real reach) {
        group = own;
        find_along(0, edges[0], all.low_x - own.high_x, all.high_x - own.low_x, reach);
        find_along(1, edges[1], all.low_y - own.high_y, all.high_y - own.low_y, reach);
        find_along(2, edges[2], all.low_z - own.high_z, all.high_z - own.low_z, reach);
    }
    __device__ unsigned count() const { return along[0] * along[1] * along[2]; }
    // The shift in whole edges.
    __device__ void steps(unsigned image, int (&steps)[3]) const {
        steps[0] = first[0] + static_cast<int>(image / (along[1] * along[2]));
        steps[1] = first[1] + static_cast<int>(image / along[2] % along[1]);
        steps[2] = first[2] + static_cast<int>(image % along[2]);
    }
    __device__ void shift(Real x, Real y, Real z) {
        seen = {group.low_x + x,  group.low_y + y,  group.low_z + z,
                group.high_x + x, group.high_y + y, group.high_z + z};
    }

private:
    __device__ void find_along(int axis, Real edge, Real lowest, Real highest, Real reach) {
        const bool repeats = edge > 0;
        first[axis] = repeats ? static_cast<int>(ceil((lowest - reach) / edge)) : 0;
        const int last = repeats ? static_cast<int>(floor((highest + reach) / edge)) : 0;
        along[axis] = static_cast<unsigned>(max(last - first[axis] + 1, 0));
    }
};

} // namespace orrery
