#include "sim/mesh/body_slabs.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t block_bodies = 16384;
constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

// Turns a coordinate into cells, modulo the mesh where that repeats itself.
struct AxisPlaces {
    double origin, per_length, cells;
    bool wraps;

    AxisPlaces(const MeshSpace& space, std::size_t axis, double from)
        : origin(from), per_length(1 / space.spacing[axis]),
          cells(static_cast<double>(space.cells[axis])), wraps(space.periodic) {}

    double of(double coordinate) const {
        const double place = (coordinate - origin) * per_length;
        return wraps ? place - cells * std::floor(place / cells) : place;
    }
};

} // namespace

template <class Real>
bool BodySlabs<Real>::sort(const BodiesView<Real>& bodies, const MeshSpace& space, int points,
                           Workers& workers, const std::stop_token& stop) {
    const AxisPlaces axes[3] = {
        {space, 0, space.origin.x}, {space, 1, space.origin.y}, {space, 2, space.origin.z}};
    const std::size_t count = bodies.count;
    if (order_.size() != count) {
        order_ = HostArray<std::uint32_t>(count);
        x_ = HostArray<Real>(count);
        y_ = HostArray<Real>(count);
        z_ = HostArray<Real>(count);
        mass_ = HostArray<Real>(count);
    }
    const std::size_t planes = space.cells[0];
    slabs_ = planes / slab_planes;
    const auto place_x = [&](std::size_t i) {
        return static_cast<Real>(axes[0].of(static_cast<double>(bodies.x[i])));
    };
    // The first plane that the body is spread over.
    const auto plane_of = [&](Real place, std::size_t i) {
        const double others =
            static_cast<double>(bodies.y[i]) * 0 + static_cast<double>(bodies.z[i]) * 0;
        if (!(place >= 0 && place <= static_cast<Real>(planes) && others == 0)) {
            return nowhere;
        }
        const double half = points % 2 == 1 ? 0.5 : 0;
        const auto whole = static_cast<int>(static_cast<double>(place) + half);
        const int first = whole - (points - 1) / 2;
        const auto size = static_cast<int>(planes);
        return static_cast<std::uint32_t>(first < 0 ? first + size : first % size);
    };

    const std::size_t blocks = (count + block_bodies - 1) / block_bodies;
    std::vector<std::size_t> places(blocks * planes, 0); // counts first, then where to write
    workers.for_ranges(count, block_bodies, [&](std::size_t begin, std::size_t end) {
        std::size_t* const counts = places.data() + begin / block_bodies * planes;
        for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
            const std::uint32_t plane = plane_of(place_x(i), i);
            if (plane != nowhere) {
                ++counts[plane];
            }
        }
    });
    if (stop.stop_requested()) {
        return false;
    }
    begins_.assign(slabs_ + 1, 0);
    std::size_t next = 0;
    for (std::size_t plane = 0; plane < planes; ++plane) {
        if (plane % slab_planes == 0) {
            begins_[plane / slab_planes] = next;
        }
        for (std::size_t block = 0; block < blocks; ++block) {
            next += std::exchange(places[block * planes + plane], next);
        }
    }
    begins_[slabs_] = next;

    workers.for_ranges(count, block_bodies, [&](std::size_t begin, std::size_t end) {
        std::size_t* const to_write = places.data() + begin / block_bodies * planes;
        for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
            const Real place = place_x(i);
            const std::uint32_t plane = plane_of(place, i);
            if (plane == nowhere) {
                continue;
            }
            const std::size_t to = to_write[plane]++;
            order_[to] = static_cast<std::uint32_t>(i);
            x_[to] = place;
            y_[to] = static_cast<Real>(axes[1].of(static_cast<double>(bodies.y[i])));
            z_[to] = static_cast<Real>(axes[2].of(static_cast<double>(bodies.z[i])));
            mass_[to] = bodies.mass == nullptr ? Real(0) : bodies.mass[i];
        }
    });
    return !stop.stop_requested();
}

template class BodySlabs<float>;
template class BodySlabs<double>;

} // namespace orrery
