#pragma once

#include "sim/cuda/device_queue.hpp"

#include <cstddef>
#include <memory>

namespace orrery {

// What a method on a GPU keeps between evaluations, in one precision at a time and for one queue.
// `Scratch<Real>` is made from (queue, kernel) and tells its bytes().
template <template <class> class Scratch>
class GpuScratch {
public:
    template <class Real, class Kernel>
    Scratch<Real>& get(DeviceQueue& queue, const Kernel& kernel) {
        auto& own = in(Real());
        if (own == nullptr || queue_ != &queue) {
            singles_ = nullptr;
            doubles_ = nullptr;
            own = std::make_unique<Scratch<Real>>(queue, kernel);
            queue_ = &queue;
        }
        return *own;
    }

    std::size_t bytes() const {
        return (singles_ ? singles_->bytes() : 0) + (doubles_ ? doubles_->bytes() : 0);
    }

private:
    auto& in(float) { return singles_; }
    auto& in(double) { return doubles_; }

    std::unique_ptr<Scratch<float>> singles_;
    std::unique_ptr<Scratch<double>> doubles_;
    const DeviceQueue* queue_ = nullptr;
};

} // namespace orrery
