#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/base/per_precision.hpp"

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
        Owned<Real>& own = kept_.template only<Real>();
        if (own == nullptr || queue_ != &queue) {
            own = nullptr; // before the new one, so that never both are held
            own = std::make_unique<Scratch<Real>>(queue, kernel);
            queue_ = &queue;
        }
        return *own;
    }

    std::size_t bytes() const {
        return (kept_.fp32 ? kept_.fp32->bytes() : 0) + (kept_.fp64 ? kept_.fp64->bytes() : 0);
    }

private:
    template <class Real>
    using Owned = std::unique_ptr<Scratch<Real>>;

    PerPrecision<Owned> kept_;
    const DeviceQueue* queue_ = nullptr;
};

} // namespace orrery
