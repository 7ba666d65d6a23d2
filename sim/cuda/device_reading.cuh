#pragma once

// Reads the complete state on a GPU for other threads, while steps go on. The requested arrays are
// first copied on that GPU, into original order and on a stream of the readers' own: a few dozen
// microseconds for a million bodies, for which the next commit waits on the GPU. The way to the
// host has a stream for each reading, and only its reader waits for it.

#include "sim/cuda/device_stream.hpp"
#include "sim/cuda/device_vectors.hpp"
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

// The columns of all the bodies that a GPU has.
template <class Real>
struct ReadableColumns {
    int device;
    std::size_t count;
    const std::uint32_t* numbers;                                 // see DeviceOrder
    cudaEvent_t ready;                                            // passed when they may be read
    const DeviceVectors<Real>*position, *velocity, *acceleration; // null: never asked for
    const Real* mass;                                             // likewise
};

// Begins a reading in the reader's stream; `read` passes when it reads no more.
template <class Real>
std::unique_ptr<StateReading> begin_reading_of(const ReadableColumns<Real>& bodies,
                                               const ReadRequest& request, cudaStream_t reader,
                                               DeviceEvent& read) {
    cuda_check(cudaSetDevice(bodies.device), "choosing the GPU");
    Columns<Real> columns{};
    const auto want = [&](bool wanted, const DeviceVectors<Real>* vectors) {
        if (wanted) {
            for (const auto* column : {&vectors->x, &vectors->y, &vectors->z}) {
                columns.from[columns.count++] = column->data();
            }
        }
    };
    want(request.position, bodies.position);
    want(request.velocity, bodies.velocity);
    want(request.acceleration, bodies.acceleration);
    if (request.mass) {
        columns.from[columns.count++] = bodies.mass;
    }
    const bool all = request.bodies.empty();
    const std::size_t wanted = all ? bodies.count : request.bodies.size();
    auto reading = std::make_unique<DeviceReading<Real>>(bodies.device, request, wanted,
                                                         columns.count, reader);
    cuda_check(cudaStreamWaitEvent(reader, bodies.ready), "waiting for the simulation");
    static_assert(sizeof(std::size_t) == sizeof(unsigned long long));
    StreamArray<unsigned long long> chosen(request.bodies.size(), reader);
    if (!all) {
        cuda_check(cudaMemcpyAsync(chosen.data(), request.bodies.data(), chosen.bytes(),
                                   cudaMemcpyHostToDevice, reader),
                   "copying to the GPU");
    }
    StreamArray<std::uint32_t> indices(bodies.numbers == nullptr ? 0 : bodies.count, reader);
    if (bodies.numbers != nullptr) {
        invert(reader, reading_bodies, bodies.numbers, bodies.count, indices.data());
    }
    DeviceQueue::launch_into(reader, reading_bodies, one_thread_each(wanted), copy_bodies<Real>,
                             columns, std::as_const(chosen).data(), std::as_const(indices).data(),
                             wanted, reading->values());
    read.record(reader);
    reading->leave_reader(read);
    return reading;
}

} // namespace orrery
