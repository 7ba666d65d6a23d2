#pragma once

// BodiesInBox (images_in_reach.hpp) in the memory of a GPU.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/force_request.hpp"
#include "sim/solver.hpp"

#include <cstddef>

namespace orrery {

template <class Real>
__global__ void put_into_box(const Real* from, std::size_t count, double edge, Real* to) {
    const std::size_t i = own_wide_index();
    if (i < count) {
        const double place = from[i];
        to[i] = static_cast<Real>(place - edge * floor(place / edge));
    }
}

template <class Real>
class DeviceBodiesInBox {
public:
    BodiesView<Real> of(DeviceQueue& queue, const BodiesView<Real>& bodies,
                        const PeriodicBox& box) {
        if (!box.is_periodic()) {
            return bodies;
        }
        BodiesView<Real> inside = bodies;
        inside.x = put(queue, bodies.x, bodies.count, box.lengths[0], x_);
        inside.y = put(queue, bodies.y, bodies.count, box.lengths[1], y_);
        inside.z = put(queue, bodies.z, bodies.count, box.lengths[2], z_);
        return inside;
    }

    std::size_t bytes() const { return total_bytes(x_, y_, z_); }

private:
    static const Real* put(DeviceQueue& queue, const Real* from, std::size_t count, double edge,
                           DeviceArray<Real>& to) {
        to.reserve(count);
        queue.launch("sort", one_thread_each(count), put_into_box<Real>, from, count, edge,
                     to.data());
        return to.data();
    }

    DeviceArray<Real> x_, y_, z_;
};

} // namespace orrery
