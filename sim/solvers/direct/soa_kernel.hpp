#pragma once

#include "sim/base/per_precision.hpp"

#include <cstddef>

namespace orrery {

// The pull of sources [first, last), whole 64-byte lines, on one target: for the
// structure-of-arrays loop. The file soa_kernel.cpp is compiled once per instruction set; each
// compilation defines one of these tables. Nothing of the standard library may be used in it: an
// inline function compiled with AVX-512 could be the one the linker keeps for everybody.
template <class Real>
struct SoaTask {
    const Real* x;
    const Real* y;
    const Real* z;
    const Real* mass;
    std::size_t first, last;
    Real target_x, target_y, target_z;
    Real softening_squared;
    Real contact_squared;
};

template <class Real>
struct SoaPull {
    Real x, y, z, potential;
};

template <class Real>
using SoaKernel = SoaPull<Real> (*)(const SoaTask<Real>&);
using SoaKernels = PerPrecision<SoaKernel>;

SoaKernels soa_kernels_baseline();
#if defined(__x86_64__)
SoaKernels soa_kernels_avx2();
SoaKernels soa_kernels_avx512();
#endif

} // namespace orrery
