#pragma once

// The places and velocities that bodies on a GPU fly from, while steps go on: a copy in original
// order, which the next step may change before the flight ends. 24 bytes a body in float.

#include "sim/cuda/device_reading.cuh"
#include "sim/cuda/device_state.hpp"

#include <mutex>

namespace orrery {

template <class Real>
using Vectors = DevicePublisher::Vectors<Real>;

template <class Real>
Vectors<Real> pointers(DeviceVectors<Real>& v) {
    return {v.x.data(), v.y.data(), v.z.data()};
}

template <class Real>
Vectors<const Real> pointers(const DeviceVectors<Real>& v) {
    return {v.x.data(), v.y.data(), v.z.data()};
}

// Null `numbers`: they lie in that order.
template <class Real>
__global__ void put_in_original_order(const std::uint32_t* numbers, std::size_t count,
                                      Vectors<const Real> position, Vectors<const Real> velocity,
                                      Vectors<Real> to_position, Vectors<Real> to_velocity) {
    const std::size_t k = own_wide_index();
    if (k >= count) {
        return;
    }
    const std::size_t body = numbers != nullptr ? numbers[k] : k;
    to_position.x[body] = position.x[k];
    to_position.y[body] = position.y[k];
    to_position.z[body] = position.z[k];
    to_velocity.x[body] = velocity.x[k];
    to_velocity.y[body] = velocity.y[k];
    to_velocity.z[body] = velocity.z[k];
}

template <class Real>
class DeviceDeparture final : public Departure {
public:
    DeviceDeparture(int device, std::size_t count)
        : device_(device), position_(count), velocity_(count) {}

    void keep(DeviceQueue& queue, const std::uint32_t* numbers, const DeviceVectors<Real>& position,
              const DeviceVectors<Real>& velocity, const DeviceEvent& published) {
        for (const cudaEvent_t read : {published.get(), read_.get()}) { // of what was kept before
            cuda_check(cudaStreamWaitEvent(queue.stream(), read), "waiting for the GPU");
        }
        DeviceQueue::launch_into(queue.stream(), "keeping where bodies fly from",
                                 one_thread_each(count()), put_in_original_order<Real>, numbers,
                                 count(), pointers(position), pointers(velocity),
                                 pointers(position_), pointers(velocity_));
        kept_.record(queue.stream());
    }

    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const override {
        const std::lock_guard lock(mutex_);
        return begin_reading_of(ReadableColumns<Real>{device_, count(), nullptr, kept_.get(),
                                                      &position_, &velocity_, nullptr, nullptr},
                                request, reader_.get(), read_);
    }

    std::size_t count() const { return position_.x.count; }
    std::size_t bytes() const { return position_.bytes() + velocity_.bytes(); }
    const DeviceVectors<Real>& position() const { return position_; }
    const DeviceVectors<Real>& velocity() const { return velocity_; }

private:
    int device_;
    DeviceVectors<Real> position_, velocity_;
    DeviceEvent kept_;
    mutable std::mutex mutex_; // guards what follows
    mutable DeviceStream reader_;
    mutable DeviceEvent read_;
};

} // namespace orrery
