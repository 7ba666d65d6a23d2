// Powers of 1/R from R^2, as cheaply as the precision allows: the heart of the SIMD solvers.
//
//   y  = 1/sqrt(R^2) by the processor's estimate
//   e  = 1 - R^2 y^2                              (small: the estimate's error, twice)
//   R^-p = y^p (1 - e)^(-p/2) = y^p (1 + p/2 e + p/2 (p/2 + 1)/2 e^2 + ...)
//
// The series corrects R^-3 itself, which is cheaper than polishing y by Newton's method first. With
// AVX-512's 14-bit estimate one term suffices in float, and 1 + 3/2 e = 3/2 (5/3 - R^2 y^2) is a
// single instruction if the factor 3/2 waits for the end of the sum.
//
// Included by simd_kernels.cpp and simd_box_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A polynomial with an even number of terms; the powers that are odd by themselves, so that no
// multiplication waits for each other one.
template <class D, std::size_t terms, class Real = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> polynomial(D d, const std::array<Real, terms>& c, hn::Vec<D> v) {
    static_assert(terms % 2 == 0);
    const auto v2 = hn::Mul(v, v);
    auto even = hn::Set(d, c[terms - 2]);
    auto odd = hn::Set(d, c[terms - 1]);
    HWY_UNROLL(16)
    for (std::size_t k = terms - 2; k > 0; k -= 2) {
        even = hn::MulAdd(even, v2, hn::Set(d, c[k - 2]));
        odd = hn::MulAdd(odd, v2, hn::Set(d, c[k - 1]));
    }
    return hn::MulAdd(odd, v, even);
}

// Terms of the series, and the constant factors that sums are left to be multiplied by.
template <class Real>
struct RootPrecision {
#if HWY_TARGET <= HWY_AVX3
    // Estimates of 14 bits, in double too: errors 3e-8 and 1e-15.
    static constexpr int terms = sizeof(Real) == sizeof(float) ? 1 : 3;
#else
    // Estimates of 11 bits and more in float only; in double the exact root leaves nothing to
    // correct.
    static constexpr int terms = sizeof(Real) == sizeof(float) ? 2 : 0;
#endif
    static constexpr Real first_factor = terms == 1 ? Real(0.5) : Real(1); // of sums of R^-1
    static constexpr Real third_factor = terms == 1 ? Real(1.5) : Real(1); // of sums of R^-3
};

// An estimate of 1/sqrt(x); exact where RootPrecision has no terms.
template <class D>
HWY_INLINE hn::Vec<D> estimated_inverse_root(D d, hn::Vec<D> x) {
    if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
        return hn::ApproximateReciprocalSqrt(x);
    } else {
#if HWY_TARGET <= HWY_AVX3
        return hn::Vec<D>{_mm512_rsqrt14_pd(x.raw)};
#else
        return hn::Div(hn::Set(d, 1), hn::Sqrt(x));
#endif
    }
}

// 1 + c1 e + c2 e^2 + ..., to the number of terms asked for.
template <int terms, class D>
HWY_INLINE hn::Vec<D> series(D d, hn::Vec<D> e, double c1, double c2, double c3) {
    using Real = hn::TFromD<D>;
    const auto constant = [d](double c) HWY_ATTR { return hn::Set(d, static_cast<Real>(c)); };
    if constexpr (terms == 0) {
        return constant(1);
    } else if constexpr (terms == 2) {
        return hn::MulAdd(e, hn::MulAdd(e, constant(c2), constant(c1)), constant(1));
    } else {
        const auto rest = hn::MulAdd(e, constant(c3), constant(c2));
        return hn::MulAdd(e, hn::MulAdd(e, rest, constant(c1)), constant(1));
    }
}

// 1/R and its powers, each without a factor y and, for the odd ones, RootPrecision's factor: the
// caller multiplies by y together with a mass, in an order that keeps floats in range.
template <class D>
struct InverseRoot {
    hn::Vec<D> y;
    hn::Vec<D> y2;
    hn::Vec<D> correction; // 5/3 - R^2 y^2 with one term, e with more

    static constexpr int terms = RootPrecision<hn::TFromD<D>>::terms;

    // y is zero, and so is all that follows, for pairs in `contact`.
    HWY_INLINE InverseRoot(D d, hn::Vec<D> r2, hn::Mask<D> contact)
        : InverseRoot(d, r2, hn::IfThenZeroElse(contact, estimated_inverse_root(d, r2))) {}
    HWY_INLINE InverseRoot(D d, hn::Vec<D> r2)
        : InverseRoot(d, r2, estimated_inverse_root(d, r2)) {}

    // R^-1 / y
    HWY_INLINE hn::Vec<D> first(D d) const {
        if constexpr (terms == 1) {
            return hn::Add(correction, hn::Set(d, 4.0F / 3.0F)); // 3 - R^2 y^2 = 2 (1 + e/2)
        } else {
            return series<terms>(d, correction, 0.5, 0.375, 0.3125);
        }
    }
    // R^-3 / y
    HWY_INLINE hn::Vec<D> third(D d) const {
        if constexpr (terms == 1) {
            return hn::Mul(y2, correction);
        } else {
            return hn::Mul(y2, series<terms>(d, correction, 1.5, 1.875, 2.1875));
        }
    }
    // 3 R^-2, complete
    HWY_INLINE hn::Vec<D> tripled_second(D d) const {
        if constexpr (terms == 1) {
            return hn::Mul(y2, hn::MulAdd(correction, hn::Set(d, 3), hn::Set(d, 1)));
        } else {
            return hn::Mul(hn::Mul(y2, hn::Set(d, 3)), series<terms>(d, correction, 1, 1, 1));
        }
    }

private:
    HWY_INLINE InverseRoot(D d, hn::Vec<D> r2, hn::Vec<D> estimate)
        : y(estimate), y2(hn::Mul(y, y)),
          correction(hn::NegMulAdd(r2, y2, hn::Set(d, terms == 1 ? 5.0F / 3.0F : 1.0F))) {}
};

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
