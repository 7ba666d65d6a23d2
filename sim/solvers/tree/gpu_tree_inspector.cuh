#pragma once

// Tells what the tree on a GPU is made of and how a group walks it, without making the evaluations
// that follow wait for more than a few kernels on the GPU.

#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/inspection.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace orrery {

// How the tree was walked last.
template <class Real>
struct WalkedTree {
    DeviceTreeView<Real> tree;
    std::size_t nodes;
    OpeningCriterion criterion;
    Real softening_squared;
    unsigned group; // bodies of one, at most
};

template <class Real>
class GpuTreeInspector {
public:
    // On the GPU that is current.
    GpuTreeInspector();

    // After `ready`; one call at a time.
    std::unique_ptr<InspectionReading>
    begin(const WalkedTree<Real>& walked, const InspectRequest& request, const DeviceEvent& ready);

    // Passed when the tree is being read no more.
    const DeviceEvent& done() const { return done_; }

private:
    int device_ = 0;
    DeviceStream stream_;
    DeviceEvent done_;
};

extern template class GpuTreeInspector<float>;
extern template class GpuTreeInspector<double>;

} // namespace orrery
