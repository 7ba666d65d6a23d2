#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/cuda/device_vectors.hpp"
#include "sim/state/state_reading.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace orrery {

// Reads the complete state on a GPU for other threads, while steps go on. What is wanted is first
// copied where it is, into original order and on a stream of the reader's own: a few dozen
// microseconds for a million bodies, for which the next commit waits on the GPU. The way to the
// host has a stream for each reading, and nobody waits for it but who reads.
template <class Real>
class DeviceReader {
public:
    struct Source {
        const DeviceVectors<Real>&position, &velocity, &acceleration;
        const DeviceArray<Real>& mass;
        const std::uint32_t* numbers; // see DeviceOrder
        std::size_t count;
    };

    explicit DeviceReader(int device) : device_(device) {}

    // After `ready`. One call at a time.
    std::unique_ptr<StateReading> begin(const Source& source, const ReadRequest& request,
                                        const DeviceEvent& ready);

    // Passed when no memory of a source is being read any more.
    const DeviceEvent& done() const { return done_; }

private:
    int device_;
    DeviceStream stream_;
    DeviceEvent done_;
};

} // namespace orrery
