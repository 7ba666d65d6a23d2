#pragma once

#include "sim/cuda/cuda_check.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

#include <cstddef>

namespace orrery {

// A number that kernels add to from the beginning on, and that the host asks for now and then.
class TermCounter {
public:
    explicit TermCounter(DeviceQueue& queue) : terms_(1), on_host_(1) {
        cuda_check(cudaMemsetAsync(terms_.data(), 0, terms_.bytes(), queue.stream()),
                   "preparing the number of terms");
    }

    // For kernels.
    unsigned long long* data() { return terms_.data(); }

    // Puts the copy to the host into a stream.
    void fetch(cudaStream_t stream) {
        cuda_check(cudaMemcpyAsync(on_host_.data(), terms_.data(), terms_.bytes(),
                                   cudaMemcpyDeviceToHost, stream),
                   "fetching the number of terms");
    }

    // Once that copy is there: how many came since this was asked before.
    double added() {
        const unsigned long long terms = on_host_[0];
        const auto since = static_cast<double>(terms - reported_);
        reported_ = terms;
        return since;
    }

    std::size_t bytes() const { return terms_.bytes(); }

private:
    DeviceArray<unsigned long long> terms_;
    PinnedArray<unsigned long long> on_host_;
    unsigned long long reported_ = 0;
};

} // namespace orrery
