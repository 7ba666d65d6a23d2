#pragma once

// Tells what the tree of the fast multipole method on a GPU is made of and whom a leaf has met,
// without making the evaluations that follow wait for more than a few kernels on the GPU.

#include "sim/cuda/device_queue.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/inspection.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

#include <cstddef>
#include <memory>

namespace orrery {

// What was listed last.
template <class Real>
struct ListedTree {
    DeviceTreeView<Real> tree;
    std::size_t nodes;
    InteractionLists lists;
    unsigned first, end; // bodies along the curve whose leaves have lists
    bool of_itself;      // else the targets are others
};

template <class Real>
class GpuFmmInspector {
public:
    // On the GPU that is current.
    GpuFmmInspector();

    // After `ready`; one call at a time.
    std::unique_ptr<InspectionReading>
    begin(const ListedTree<Real>& listed, const InspectRequest& request, const DeviceEvent& ready);

    // Passed when the tree and the lists are being read no more.
    const DeviceEvent& done() const { return done_; }

private:
    int device_ = 0;
    DeviceStream stream_;
    DeviceEvent done_;
};

extern template class GpuFmmInspector<float>;
extern template class GpuFmmInspector<double>;

} // namespace orrery
