#pragma once

#include "sim/state/held_array.hpp"
#include "sim/state/state_image.hpp"

#include <cstdint>

namespace orrery {

// The complete half of a state in host memory, which readers may hold.
template <class Real>
struct HostComplete {
    HeldArray<HostArray<Real>> mass;
    HeldArray<VectorArray<Real>> position, velocity, acceleration, jerk;
    HeldArray<HostArray<float>> interactions;    // empty: not counted
    HeldArray<HostArray<std::uint32_t>> indices; // of bodies in original order; empty: as they lie

    std::size_t count() const { return mass->size(); }
    // Where a body of original order is.
    std::size_t index_of(std::size_t body) const {
        return indices->empty() ? body : (*indices)[body];
    }
    BodySource<Real> source() const {
        return {*position, *velocity, *acceleration, *interactions, *indices};
    }
};

template <class Real>
std::unique_ptr<StateReading> begin_reading(const HostComplete<Real>& complete,
                                            const ReadRequest& request);

template <class Real>
std::shared_ptr<const StateImage> make_host_image(const HostComplete<Real>& complete);

} // namespace orrery
