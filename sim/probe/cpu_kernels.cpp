// The loops that the CPU is measured with, compiled once for every instruction set.
//
// Arithmetic: a fused multiply-add gives its result after about four cycles, and a core begins two
//             in each, so fewer than eight independent chains would measure the latency and not
//             the rate. Twelve fit the sixteen registers of AVX2 beside the two constants.
// Memory:     the loads of a turn do not depend on each other; the processor has as many under way
//             as it can. Elements of 4 and 8 bytes are loaded one by one on purpose.

#define HWY_DISABLED_TARGETS ((HWY_AVX3 - 1) | HWY_SSSE3)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/probe/cpu_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/probe/cpu_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t chains = 12;

// A chain of x <- f(x) in each of twelve vectors; the sum of what they end at.
template <class D, class Function>
HWY_INLINE double run_chains(D d, std::size_t turns, const Function& f) {
    using Real = hn::TFromD<D>;
    auto x0 = hn::Set(d, Real(0.5)), x1 = hn::Set(d, Real(0.6)), x2 = hn::Set(d, Real(0.7));
    auto x3 = hn::Set(d, Real(0.8)), x4 = hn::Set(d, Real(0.9)), x5 = hn::Set(d, Real(1.0));
    auto x6 = hn::Set(d, Real(1.1)), x7 = hn::Set(d, Real(1.2)), x8 = hn::Set(d, Real(1.3));
    auto x9 = hn::Set(d, Real(1.4)), x10 = hn::Set(d, Real(1.5)), x11 = hn::Set(d, Real(1.6));
    for (std::size_t i = 0; i < turns; ++i) {
        x0 = f(x0), x1 = f(x1), x2 = f(x2), x3 = f(x3), x4 = f(x4), x5 = f(x5);
        x6 = f(x6), x7 = f(x7), x8 = f(x8), x9 = f(x9), x10 = f(x10), x11 = f(x11);
    }
    const auto add = [](auto a, auto b, auto c) HWY_ATTR { return hn::Add(hn::Add(a, b), c); };
    const auto sum =
        hn::Add(add(add(x0, x1, x2), x3, x4), add(add(add(x5, x6, x7), x8, x9), x10, x11));
    return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, sum)));
}

template <class Real>
double fma(std::size_t turns) {
    const hn::ScalableTag<Real> d;
    // Ends near 1, whatever it begins with: neither overflow nor the slow numbers near zero.
    const auto factor = hn::Set(d, Real(0.75));
    const auto addend = hn::Set(d, Real(0.25));
    return run_chains(d, turns, [=](auto x) HWY_ATTR { return hn::MulAdd(x, factor, addend); });
}

double rsqrt32(std::size_t turns) {
    const hn::ScalableTag<float> d;
    return run_chains(d, turns, [](auto x) HWY_ATTR { return hn::ApproximateReciprocalSqrt(x); });
}

template <class D>
using Word = hn::TFromD<D>;

template <class D>
HWY_INLINE std::uint64_t folded(D d, hn::Vec<D> a, hn::Vec<D> b, hn::Vec<D> c, hn::Vec<D> e) {
    const auto all = hn::Xor(hn::Xor(a, b), hn::Xor(c, e));
    return static_cast<std::uint64_t>(hn::GetLane(hn::Add(all, hn::Zero(d))));
}

// Eight elements a turn, each `stride` bytes from the next.
template <class D>
HWY_INLINE std::uint64_t read_run(D d, const std::byte* from, std::size_t stride,
                                  std::size_t count) {
    const auto load = [d](const std::byte* p)
                          HWY_ATTR { return hn::LoadU(d, reinterpret_cast<const Word<D>*>(p)); };
    auto a = hn::Zero(d), b = a, c = a, e = a;
    for (std::size_t i = 0; i < count; i += portion_grain, from += portion_grain * stride) {
        a = hn::Xor(a, hn::Xor(load(from), load(from + stride)));
        b = hn::Xor(b, hn::Xor(load(from + 2 * stride), load(from + 3 * stride)));
        c = hn::Xor(c, hn::Xor(load(from + 4 * stride), load(from + 5 * stride)));
        e = hn::Xor(e, hn::Xor(load(from + 6 * stride), load(from + 7 * stride)));
    }
    return folded(d, a, b, c, e);
}

template <class D>
HWY_INLINE std::uint64_t read_columns(D d, const Matrix& matrix, std::size_t width,
                                      Portion portion) {
    const std::size_t rows = matrix.bytes / matrix.row_bytes;
    std::uint64_t sum = 0;
    for (const std::size_t end = portion.first + portion.count; portion.first < end;) {
        const std::size_t column = portion.first / rows;
        const std::size_t row = portion.first % rows;
        const std::size_t run = rows - row < end - portion.first ? rows - row : end - portion.first;
        sum ^= read_run(d, matrix.data + row * matrix.row_bytes + column * width, matrix.row_bytes,
                        run);
        portion.first += run;
    }
    return sum;
}

template <class D>
HWY_INLINE std::uint64_t copy_run(D d, const std::byte* from, std::byte* to, std::size_t width,
                                  std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        const auto element = hn::LoadU(d, reinterpret_cast<const Word<D>*>(from + i * width));
        hn::StoreU(element, d, reinterpret_cast<Word<D>*>(to + i * width));
    }
    return 0;
}

template <class D>
HWY_INLINE std::uint64_t walk_elements(D d, const Matrix& matrix, Access access, std::size_t width,
                                       Portion portion) {
    constexpr std::size_t misalignment = 4; // bytes
    const std::byte* const from = matrix.data + portion.first * width;
    switch (access) {
    case Access::rows:
        return read_run(d, from, width, portion.count);
    case Access::shifted:
        return read_run(d, from + misalignment, width, portion.count);
    case Access::columns:
        return read_columns(d, matrix, width, portion);
    case Access::copy:
        return copy_run(d, from, matrix.data + matrix.bytes / 2 + portion.first * width, width,
                        portion.count);
    }
    return 0;
}

std::uint64_t walk(const Matrix& matrix, Access access, std::size_t width, Portion portion) {
    switch (width) {
    case 4:
        return walk_elements(hn::CappedTag<std::uint32_t, 1>(), matrix, access, width, portion);
    case 8:
        return walk_elements(hn::CappedTag<std::uint64_t, 1>(), matrix, access, width, portion);
    case 16: // NOLINT(bugprone-branch-clone): the default only where vectors have 16 bytes
        return walk_elements(hn::CappedTag<std::uint32_t, 4>(), matrix, access, width, portion);
    default:
        return walk_elements(hn::ScalableTag<std::uint32_t>(), matrix, access, width, portion);
    }
}

CpuKernels kernels(const char* name) {
    const std::size_t floats = hn::Lanes(hn::ScalableTag<float>());
    const std::size_t doubles = hn::Lanes(hn::ScalableTag<double>());
    return {.name = name,
            .fma32 = fma<float>,
            .fma64 = fma<double>,
            .rsqrt32 = rsqrt32,
            .fma32_operations = 2 * chains * floats,
            .fma64_operations = 2 * chains * doubles,
            .rsqrt32_operations = chains * floats,
            .walk = walk,
            .vector_bytes = floats * sizeof(float)};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <vector>

namespace orrery {
namespace {

struct Compiled {
    std::int64_t target;
    CpuKernels (*kernels)(const char*);
    const char* name;
};

std::vector<CpuKernels> available() {
    const Compiled compiled[] = {
#if HWY_TARGETS & HWY_AVX3
        {HWY_AVX3, N_AVX3::kernels, "AVX-512"},
#endif
#if HWY_TARGETS & HWY_AVX2
        {HWY_AVX2, N_AVX2::kernels, "AVX2"},
#endif
#if HWY_TARGETS & HWY_SSE4
        {HWY_SSE4, N_SSE4::kernels, "SSE4"},
#endif
#if HWY_TARGETS & HWY_NEON
        {HWY_NEON, N_NEON::kernels, "NEON"},
#endif
        // The baseline of all processors of this kind; this file's last pass.
        {HWY_STATIC_TARGET, HWY_NAMESPACE::kernels, "baseline"},
    };
    std::vector<CpuKernels> sets;
    std::int64_t listed = 0;
    const std::int64_t supported = hwy::SupportedTargets() | HWY_STATIC_TARGET;
    for (const Compiled& candidate : compiled) {
        if ((candidate.target & supported & ~listed) != 0) {
            sets.push_back(candidate.kernels(candidate.name));
            listed |= candidate.target;
        }
    }
    return sets;
}

} // namespace

std::span<const CpuKernels> cpu_kernels() {
    static const std::vector<CpuKernels> sets = available();
    return sets;
}

} // namespace orrery

#endif // HWY_ONCE
