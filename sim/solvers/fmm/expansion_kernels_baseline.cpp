// The operators on expansions for processors without AVX2, or of another kind.

#include "sim/solvers/fmm/simd_expansions_inl.hpp"

namespace orrery {

template <class Real>
ExpansionKernels<Real> baseline_operators(int order) {
    return HWY_STATIC_DISPATCH(vector_operators<Real>)(order);
}
template ExpansionKernels<float> baseline_operators(int order);
template ExpansionKernels<double> baseline_operators(int order);

} // namespace orrery
