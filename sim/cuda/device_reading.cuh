#pragma once

// Reads the complete state on a GPU for other threads, while steps go on. The requested arrays are
// first copied on that GPU, into original order and on a stream of the readers' own: a few dozen
// microseconds for a million bodies, for which the next commit waits on the GPU. The way to the
// host has a stream for each reading, and only its reader waits for it.

#include "sim/cuda/device_stream.hpp"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/state/state_reading.hpp"

namespace orrery {

// Numbers of the bodies, one array after another: three for a vector, one for the masses.
template <class Real>
struct Columns {
    static constexpr unsigned most = 10;
    const Real* from[most];
    unsigned count;
};

// Copies bodies in original order. Null `chosen`: all; null `indices`: they lie in that order.
template <class Real>
__global__ void copy_bodies(Columns<Real> columns, const unsigned long long* chosen,
                            const std::uint32_t* indices, std::size_t count, Real* to) {
    const std::size_t k = own_wide_index();
    if (k >= count) {
        return;
    }
    const std::size_t body = chosen != nullptr ? chosen[k] : k;
    const std::size_t place = indices != nullptr ? indices[body] : body;
    for (unsigned c = 0; c < columns.count; ++c) {
        to[c * count + k] = columns.from[c][place];
    }
}

inline constexpr const char* reading_bodies = "reading bodies from the GPU";

// The copy in GPU memory, and its way to the host.
template <class Real>
class DeviceReading final : public StateReading {
public:
    DeviceReading(int device, const ReadRequest& request, std::size_t bodies, unsigned columns,
                  cudaStream_t reader)
        : device_(device), request_(request), bodies_(bodies), values_(columns * bodies, reader) {}

    Real* values() { return values_.data(); }
    // The copy is complete when `gathered` has passed.
    void leave_reader(const DeviceEvent& gathered) {
        cuda_check(cudaStreamWaitEvent(stream_.get(), gathered.get()), "waiting for the GPU");
        values_.hand_over(stream_.get());
    }

    BodyValues finish() override {
        cuda_check(cudaSetDevice(device_), "choosing the GPU");
        next_ = 0;
        BodyValues all;
        all.position = vectors(request_.position);
        all.velocity = vectors(request_.velocity);
        all.acceleration = vectors(request_.acceleration);
        if (request_.mass) {
            all.mass = column();
        }
        return all;
    }

private:
    VectorArray<double> vectors(bool wanted) {
        return wanted ? VectorArray<double>{column(), column(), column()} : VectorArray<double>();
    }

    HostArray<double> column() {
        HostArray<Real> copy(bodies_);
        if (bodies_ != 0) {
            cuda_check(cudaMemcpyAsync(copy.data(), values_.data() + bodies_ * next_,
                                       bodies_ * sizeof(Real), cudaMemcpyDeviceToHost,
                                       stream_.get()),
                       "copying bodies from the GPU");
            stream_.wait();
        }
        ++next_;
        return converted<double>(copy);
    }

    int device_;
    ReadRequest request_;
    std::size_t bodies_;
    DeviceStream stream_; // before the memory that is given back in it
    StreamArray<Real> values_;
    std::size_t next_ = 0; // column
};

} // namespace orrery
