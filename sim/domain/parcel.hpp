#pragma once

#include "sim/force_request.hpp"
#include "sim/state/host_array.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

namespace orrery {

// Bodies as they travel: their arrays one behind the other, each as a HostArray would have it.
template <class Real>
class Parcel {
public:
    static constexpr std::size_t most_arrays = 7;

    Parcel(std::size_t count, bool with_velocities)
        : count_(count), arrays_(with_velocities ? most_arrays : 4),
          length_(HostArray<Real>(count).padded_size()), numbers_(arrays_ * length_) {}

    void pack(const BodiesView<Real>& bodies) {
        const std::array<const Real*, most_arrays> from{bodies.x,  bodies.y,  bodies.z, bodies.mass,
                                                        bodies.vx, bodies.vy, bodies.vz};
        for (std::size_t k = 0; k < arrays_; ++k) {
            std::copy_n(from[k], count_, numbers_.begin() + k * length_);
        }
    }
    BodiesView<Real> view() const {
        const auto array = [this](std::size_t k) {
            return k < arrays_ ? numbers_.data() + k * length_ : nullptr;
        };
        return {count_, array(0), array(1), array(2), array(3), array(4), array(5), array(6)};
    }
    std::span<const std::byte> bytes() const {
        return std::as_bytes(std::span(numbers_.data(), numbers_.size()));
    }
    std::span<std::byte> writable_bytes() {
        return std::as_writable_bytes(std::span(numbers_.data(), numbers_.size()));
    }

private:
    std::size_t count_, arrays_, length_;
    HostArray<Real> numbers_;
};

} // namespace orrery
