#pragma once

#include "sim/base/body_target.hpp"
#include "sim/bodies.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_sum.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

// Bodies, and points beside them, in the memory of a GPU, for sums that are taken there without a
// way through the host. Every call throws failure where the GPU or its memory does.
template <class Real>
class BodiesOnGpu {
public:
    virtual ~BodiesOnGpu() = default;

    virtual int device() const = 0; // as CUDA counts

    // From the host.
    virtual void copy_bodies(const PointsView<Real>& places, std::span<const Real> masses,
                             Workers& workers) = 0;
    virtual void copy_masses(std::span<const Real> masses, Workers& workers) = 0;
    virtual void copy_targets(const PointsView<Real>& targets, Workers& workers) = 0;

    // Memory for the positions of the bodies whose masses are there; the owner of the bodies on
    // that GPU writes them in the target's stream. take_places waits for it.
    virtual BodyTarget target() = 0;
    virtual void take_places() = 0;

    // To be computed by gauss_transform; the numbers stay on the GPU.
    virtual GaussSum<Real> sum_at_bodies(double sigma, double error) = 0;
    virtual GaussSum<Real> sum_at_targets(double sigma, double error) = 0;
    // The result of the last sum, in page-locked memory that the next copy reuses.
    virtual std::span<const Real> densities() = 0;
};

// Throws failure where there is no such GPU, as in a build without CUDA.
template <class Real>
std::unique_ptr<BodiesOnGpu<Real>> make_bodies_on_gpu(int device);

// Facts about a sum's arrays that a choice of method needs, where a GPU has them. A build without
// CUDA has no such sums (gauss_methods_no_cuda.cpp).

// The range of each array, none of them empty.
template <class Real>
std::vector<ValueRange<Real>> ranges_on_gpu(const std::vector<std::span<const Real>>& arrays,
                                            int device, GaussWork& work);

// `count` of the points, evenly spread over them.
template <class Real>
VectorArray<Real> sampled_on_gpu(const PointsView<Real>& points, std::size_t count, int device,
                                 GaussWork& work);

} // namespace orrery
