#pragma once

// The vectors' part of ExpansionKernels, by instruction set.

#include "sim/solvers/fmm/expansion_kernels.hpp"

namespace orrery {

template <class Real>
ExpansionKernels<Real> baseline_operators(int order); // what every processor of this kind has
template <class Real>
ExpansionKernels<Real> avx2_operators(int order);
template <class Real>
ExpansionKernels<Real> avx3_operators(int order); // AVX-512, in Highway's words

// Of orders 7 and 8.
ExpansionKernels<double> avx2_high_operators(int order);
ExpansionKernels<double> avx3_high_operators(int order);

} // namespace orrery
