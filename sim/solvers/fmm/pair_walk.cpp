// Compiles the walk of pairs once for every instruction set and chooses the best that this
// processor has.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/solvers/fmm/pair_walk.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/solvers/fmm/pair_walk.hpp"

#include "sim/base/per_precision.hpp"

#include <algorithm>

#include "sim/solvers/fmm/simd_pair_walk_inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

PerPrecision<PairWalkKernels> all_pair_walk_kernels() {
    return {{walk<float>, farthest<float>}, {walk<double>, farthest<double>}};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {

HWY_EXPORT(all_pair_walk_kernels);

template <class Real>
const PairWalkKernels<Real>& pair_walk_kernels() {
    static const PerPrecision<PairWalkKernels> kernels =
        HWY_DYNAMIC_DISPATCH(all_pair_walk_kernels)();
    return kernels.in<Real>();
}
template const PairWalkKernels<float>& pair_walk_kernels();
template const PairWalkKernels<double>& pair_walk_kernels();

template <class Real>
void CellArrays<Real>::resize(std::size_t count) {
    tag.resize(count + padding);
    for (std::vector<Real>* array : {&x, &y, &z, &radius, &spread, &mass_root}) {
        array->resize(count + padding);
    }
}

template <class Real>
void CellArrays<Real>::make_room(std::size_t count) {
    if (count + 2 * padding > tag.size()) {
        resize(2 * count + padding);
    }
}

template <class Real>
std::size_t CellArrays<Real>::bytes() const {
    return tag.capacity() * sizeof(std::uint32_t) + 6 * x.capacity() * sizeof(Real);
}

template <class Real>
void PairLists<Real>::make_room() {
    constexpr std::size_t more = CellArrays<Real>::padding;
    const auto grow = [](std::vector<std::uint32_t>& list, std::size_t count) {
        if (count + more > list.size()) {
            list.resize(2 * (count + more));
        }
    };
    grow(far, far_count);
    grow(single, single_count);
    grow(near, near_count);
    grow(open, open_count);
}

template struct CellArrays<float>;
template struct CellArrays<double>;
template struct PairLists<float>;
template struct PairLists<double>;

} // namespace orrery

#endif // HWY_ONCE
