#pragma once

// Bodies shared out by the slabs of a mesh that they are in, so that threads add them to it, and
// read it, without meeting.
//
// Idea:    a slab is a few planes of the first axis. A body is spread over planes of its slab and
//          the first ones of the next; so while the even slabs are filled by some threads, and then
//          the odd ones, no two write to one plane. Bodies keep their order within a plane, so sums
//          are the same to the last bit whatever the number of threads.
// Cost:    two passes over the bodies, as of a radix sort by one digit.
// Memory:  four numbers and an index for each body.

#include "sim/mesh/mesh_space.hpp"
#include "sim/state/host_array.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace orrery {

// Planes of a slab: no fewer than a body's cloud reaches into the next one.
inline constexpr std::size_t slab_planes = 4;
static_assert(slab_planes >= max_assignment_points - 1);

template <class Real>
class BodySlabs {
public:
    // Places are in cells, from 0 up to the mesh's size: modulo the box, where it is periodic. In
    // open space bodies have to be within the mesh. Those that are nowhere, as their place is no
    // number, are in no slab. False if asked to stop.
    bool sort(const BodiesView<Real>& bodies, const MeshSpace& space, int points, Workers& workers,
              const std::stop_token& stop);

    std::size_t slabs() const { return slabs_; }
    std::size_t begin(std::size_t slab) const { return begins_[slab]; }
    std::size_t end(std::size_t slab) const { return begins_[slab + 1]; }

    // Of sorted body i.
    std::uint32_t body(std::size_t i) const { return order_[i]; }
    Real x(std::size_t i) const { return x_[i]; }
    Real y(std::size_t i) const { return y_[i]; }
    Real z(std::size_t i) const { return z_[i]; }
    Real mass(std::size_t i) const { return mass_[i]; }
    std::size_t size() const { return begins_.empty() ? 0 : begins_.back(); }

    std::size_t scratch_bytes() const {
        return order_.bytes() + x_.bytes() + y_.bytes() + z_.bytes() + mass_.bytes();
    }

private:
    std::size_t slabs_ = 0;
    std::vector<std::size_t> begins_; // of each slab, and the end of the last
    HostArray<std::uint32_t> order_;
    HostArray<Real> x_, y_, z_, mass_;
};

} // namespace orrery
