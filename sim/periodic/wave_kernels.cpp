// Compiles the loops over plane waves once for every instruction set and chooses the best that this
// processor has.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/periodic/wave_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/periodic/wave_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// At most wave_lanes of them: a vector of any processor divides a row.
using D = hn::CappedTag<double, wave_lanes>;
using Vector = hn::Vec<D>;

// Four sums a vector, so that no addition waits for another.
void add_row(ComplexView weights, std::size_t bodies, ComplexView e, std::size_t stride,
             std::size_t count, ComplexSpan sums) {
    const D d;
    for (std::size_t c = 0; c < count; c += hn::Lanes(d)) {
        Vector rr = hn::Zero(d);
        Vector ii = hn::Zero(d);
        Vector ri = hn::Zero(d);
        Vector ir = hn::Zero(d);
        for (std::size_t body = 0; body < bodies; ++body) {
            const Vector real = hn::Set(d, weights.real[body]);
            const Vector imaginary = hn::Set(d, weights.imaginary[body]);
            const Vector e_real = hn::LoadU(d, e.real + body * stride + c);
            const Vector e_imaginary = hn::LoadU(d, e.imaginary + body * stride + c);
            rr = hn::MulAdd(real, e_real, rr);
            ii = hn::MulAdd(imaginary, e_imaginary, ii);
            ri = hn::MulAdd(real, e_imaginary, ri);
            ir = hn::MulAdd(imaginary, e_real, ir);
        }
        const auto add = [&](double* to, Vector part)
                             HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(d, to), part), d, to); };
        add(sums.real + c, hn::Sub(rr, ii));
        add(sums.imaginary + c, hn::Add(ri, ir));
    }
}

template <bool with_second>
HWY_INLINE void row_sums_of(ComplexView amplitudes, int most, ComplexView e, RowSums& sums) {
    constexpr int powers = with_second ? 3 : 2;
    const D d;
    for (std::size_t lane = 0; lane < wave_lanes; lane += hn::Lanes(d)) {
        Vector real[powers];
        Vector imaginary[powers];
        for (int p = 0; p < powers; ++p) {
            real[p] = imaginary[p] = hn::Zero(d);
        }
        for (int c = -most; c <= most; ++c) {
            const auto place = static_cast<std::size_t>(c + most);
            const Vector a = hn::Set(d, amplitudes.real[place]);
            const Vector b = hn::Set(d, amplitudes.imaginary[place]); // conjugate: -b
            const Vector e_real = hn::LoadU(d, e.real + place * wave_lanes + lane);
            const Vector e_imaginary = hn::LoadU(d, e.imaginary + place * wave_lanes + lane);
            const Vector x = hn::MulAdd(a, e_real, hn::Mul(b, e_imaginary));
            const Vector y = hn::NegMulAdd(b, e_real, hn::Mul(a, e_imaginary));
            const Vector number = hn::Set(d, static_cast<double>(c));
            real[0] = hn::Add(real[0], x);
            imaginary[0] = hn::Add(imaginary[0], y);
            real[1] = hn::MulAdd(number, x, real[1]);
            imaginary[1] = hn::MulAdd(number, y, imaginary[1]);
            if constexpr (with_second) {
                const Vector squared = hn::Mul(number, number);
                real[2] = hn::MulAdd(squared, x, real[2]);
                imaginary[2] = hn::MulAdd(squared, y, imaginary[2]);
            }
        }
        for (int p = 0; p < powers; ++p) {
            hn::StoreU(real[p], d, sums.real[p] + lane);
            hn::StoreU(imaginary[p], d, sums.imaginary[p] + lane);
        }
    }
}

void row_sums(ComplexView amplitudes, int most, ComplexView e, bool with_second, RowSums& sums) {
    with_second ? row_sums_of<true>(amplitudes, most, e, sums)
                : row_sums_of<false>(amplitudes, most, e, sums);
}

WaveKernels wave_kernels_here() {
    return {add_row, row_sums};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace orrery {

HWY_EXPORT(wave_kernels_here);

const WaveKernels& wave_kernels() {
    static const WaveKernels kernels = HWY_DYNAMIC_DISPATCH(wave_kernels_here)();
    return kernels;
}

} // namespace orrery

#endif // HWY_ONCE
