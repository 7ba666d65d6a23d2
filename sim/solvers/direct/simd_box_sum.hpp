#pragma once

#include "sim/periodic/plane_waves.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"

namespace orrery {

// The direct sum in a periodic box by vectors of pairs and by plane waves: see simd_box_sum.cpp.
template <class Real>
class SimdBoxSum {
public:
    SimdBoxSum(const PeriodicBox& box, double softening)
        : split_(box, CloudSeries<Real>::reach, softening), waves_(split_) {}

    // Without `workers`: on the calling thread.
    Outcome prepare(const ForceSources<Real>& sources, Workers* workers,
                    const std::stop_token& stop);
    Outcome run(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                Execution& execution, Workers* workers);

    bool is_of(const PeriodicBox& box, double softening) const {
        return split_.box == box && split_.softening == softening;
    }
    std::size_t scratch_bytes() const { return sources_.bytes() + waves_.scratch_bytes(); }

private:
    bool sum_block(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                   const std::stop_token& stop) const;

    EwaldSplit split_;
    PlaneWaves waves_;
    BoxBodies<Real> sources_;
};

} // namespace orrery
