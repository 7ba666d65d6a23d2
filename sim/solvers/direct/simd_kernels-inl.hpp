// The SIMD inner loops, included once per instruction set by simd_kernels.cpp (Highway's
// foreach_target).
//
// The interaction, for a vector of sources and one target held in every lane:
//
//   y  = rsqrt(R^2) by the processor's estimate,  R^2 = r^2 + eps^2
//   e  = 1 - R^2 y^2                              (small: the estimate's error, twice)
//   R^-3 = y^3 (1 - e)^(-3/2) = y^3 (1 + 3/2 e + 15/8 e^2 + 35/16 e^3 + ...)
//
// The series corrects R^-3 itself, which is cheaper than polishing y by Newton's method first. With
// AVX-512's 14-bit estimate one term suffices in float, and 1 + 3/2 e = 3/2 (5/3 - R^2 y^2) is a
// single instruction if the factor 3/2 waits for the end of the sum.

#include "sim/solvers/direct/simd_kernels.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Targets that share each loaded source: enough to keep the arithmetic units busy while estimates
// are under way, few enough for the registers.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int targets_at_once = 4;
inline constexpr bool good_estimate = true; // 14 bits, in double too
#else
inline constexpr int targets_at_once = 2;
inline constexpr bool good_estimate = false; // 12 bits, float only
#endif

// An estimate of 1/sqrt(x) whose relative error is 2^-12 or better.
template <class D>
HWY_INLINE hn::Vec<D> estimated_inverse_root(D d, hn::Vec<D> x) {
    if constexpr (sizeof(hn::TFromD<D>) == sizeof(float)) {
        return hn::ApproximateReciprocalSqrt(x);
    } else {
#if HWY_TARGET <= HWY_AVX3
        return hn::Vec<D>{_mm512_rsqrt14_pd(x.raw)};
#else
        // Halving the exponent in the bits gives 3.5 % over the whole range of double; two steps of
        // Newton's method make it 2^-17.
        const hn::RebindToUnsigned<D> du;
        const auto bits =
            hn::Sub(hn::Set(du, 0x5FE6EB50C7B537A9ULL), hn::ShiftRight<1>(hn::BitCast(du, x)));
        auto y = hn::BitCast(d, bits);
        const auto half_x = hn::Mul(x, hn::Set(d, 0.5));
        y = hn::Mul(y, hn::NegMulAdd(half_x, hn::Mul(y, y), hn::Set(d, 1.5)));
        y = hn::Mul(y, hn::NegMulAdd(half_x, hn::Mul(y, y), hn::Set(d, 1.5)));
        return y;
#endif
    }
}

// What sums of R^-3 as computed here must be multiplied by.
template <class Real>
constexpr Real postponed_factor() {
    return good_estimate && sizeof(Real) == sizeof(float) ? Real(1.5) : Real(1);
}

// Terms of (1 - e)^(-p), as many as the precision and the estimate ask for.
template <class D>
HWY_INLINE hn::Vec<D> series(D d, hn::Vec<D> e, double c1, double c2, double c3, double c4) {
    using Real = hn::TFromD<D>;
    const auto constant = [d](double c) { return hn::Set(d, static_cast<Real>(c)); };
    if constexpr (sizeof(Real) == sizeof(float)) {
        if constexpr (good_estimate) {
            return hn::MulAdd(e, constant(c1), constant(1));
        }
        return hn::MulAdd(e, hn::MulAdd(e, constant(c2), constant(c1)), constant(1));
    } else {
        auto sum = hn::MulAdd(e, constant(c4), constant(c3));
        sum = hn::MulAdd(e, sum, constant(c2));
        sum = hn::MulAdd(e, sum, constant(c1));
        return hn::MulAdd(e, sum, constant(1));
    }
}

template <class V>
struct InversePowers {
    V first; // 1/R
    V third; // 1/R^3 / postponed_factor
};

// 1/R (only if `with_first`) and 1/R^3 from R^2.
template <bool with_first, class D>
HWY_INLINE InversePowers<hn::Vec<D>> inverse_powers(D d, hn::Vec<D> r2) {
    const auto y = estimated_inverse_root(d, r2);
    const auto y2 = hn::Mul(y, y);
    const auto e = hn::NegMulAdd(r2, y2, hn::Set(d, 1));
    InversePowers<hn::Vec<D>> result{};
    if constexpr (postponed_factor<hn::TFromD<D>>() != 1) {
        const auto correction = hn::NegMulAdd(r2, y2, hn::Set(d, 5.0F / 3.0F));
        result.third = hn::Mul(y, hn::Mul(y2, correction));
    } else {
        result.third = hn::Mul(hn::Mul(y, y2), series(d, e, 1.5, 1.875, 2.1875, 2.4609375));
    }
    if constexpr (with_first) {
        result.first = hn::Mul(y, series(d, e, 0.5, 0.375, 0.3125, 0.2734375));
    }
    return result;
}

// What is computed besides accelerations, as compile-time switches: each combination is its own
// loop.
template <bool softened_, bool potential_, bool jerk_>
struct Wanted {
    static constexpr bool softened = softened_; // no contact to test for
    static constexpr bool potential = potential_;
    static constexpr bool jerk = jerk_;
};

// One vector of bodies.
template <class D, class W>
struct Lanes {
    hn::Vec<D> x, y, z, mass;
    hn::Vec<D> vx, vy, vz; // for jerk

    template <class Load, class Real>
    static HWY_INLINE Lanes load(const Load& load, const BodiesView<Real>& bodies, std::size_t i) {
        Lanes lanes;
        lanes.x = load(bodies.x + i);
        lanes.y = load(bodies.y + i);
        lanes.z = load(bodies.z + i);
        lanes.mass = load(bodies.mass + i);
        if constexpr (W::jerk) {
            lanes.vx = load(bodies.vx + i);
            lanes.vy = load(bodies.vy + i);
            lanes.vz = load(bodies.vz + i);
        }
        return lanes;
    }
};

// Sums over the sources met so far, one partial sum a lane.
template <class D, class W>
struct Sums {
    hn::Vec<D> x, y, z, potential, jerk_x, jerk_y, jerk_z;

    HWY_INLINE void clear(D d) { x = y = z = potential = jerk_x = jerk_y = jerk_z = hn::Zero(d); }

    template <class Real>
    HWY_INLINE void add_to(const AccelerationsView<Real>& result, std::size_t i, D d) const {
        constexpr Real factor = postponed_factor<Real>();
        const auto total = [d](hn::Vec<D> v) HWY_ATTR { return hn::GetLane(hn::SumOfLanes(d, v)); };
        result.x[i] += factor * total(x);
        result.y[i] += factor * total(y);
        result.z[i] += factor * total(z);
        if constexpr (W::potential) {
            result.potential[i] += total(potential);
        }
        if constexpr (W::jerk) {
            result.jerk_x[i] += factor * total(jerk_x);
            result.jerk_y[i] += factor * total(jerk_y);
            result.jerk_z[i] += factor * total(jerk_z);
        }
    }
};

// Separation and what the distance alone decides.
template <class D>
struct Separation {
    hn::Vec<D> dx, dy, dz, r2;
    InversePowers<hn::Vec<D>> inverse;
};

template <class W, class D, class Real>
HWY_INLINE Separation<D> separation(D d, const Lanes<D, W>& target, const Lanes<D, W>& source,
                                    const PairLaw<Real>& law) {
    Separation<D> s;
    s.dx = hn::Sub(source.x, target.x);
    s.dy = hn::Sub(source.y, target.y);
    s.dz = hn::Sub(source.z, target.z);
    s.r2 = hn::MulAdd(
        s.dx, s.dx,
        hn::MulAdd(s.dy, s.dy, hn::MulAdd(s.dz, s.dz, hn::Set(d, law.softening_squared))));
    s.inverse = inverse_powers < W::potential || W::jerk > (d, s.r2);
    if constexpr (!W::softened) {
        const auto apart = hn::Gt(s.r2, hn::Set(d, PairLaw<Real>::contact_squared()));
        s.inverse.third = hn::IfThenElseZero(apart, s.inverse.third);
        if constexpr (W::potential || W::jerk) {
            s.inverse.first = hn::IfThenElseZero(apart, s.inverse.first);
        }
    }
    return s;
}

// Adds what sources of the given masses do to one target.
template <class W, class D>
HWY_INLINE void add_pull(const Separation<D>& s, const Lanes<D, W>& target,
                         const Lanes<D, W>& source, hn::Vec<D> mass, Sums<D, W>& sums) {
    const auto strength = hn::Mul(mass, s.inverse.third);
    sums.x = hn::MulAdd(strength, s.dx, sums.x);
    sums.y = hn::MulAdd(strength, s.dy, sums.y);
    sums.z = hn::MulAdd(strength, s.dz, sums.z);
    if constexpr (W::potential) {
        sums.potential = hn::NegMulAdd(mass, s.inverse.first, sums.potential);
    }
    if constexpr (W::jerk) {
        // m (v / R^3 - 3 (r.v) r / R^5)
        const auto vx = hn::Sub(source.vx, target.vx);
        const auto vy = hn::Sub(source.vy, target.vy);
        const auto vz = hn::Sub(source.vz, target.vz);
        const auto rv = hn::MulAdd(s.dx, vx, hn::MulAdd(s.dy, vy, hn::Mul(s.dz, vz)));
        const auto inverse_r2 = hn::Mul(s.inverse.first, s.inverse.first);
        const auto approach = hn::Mul(hn::Mul(rv, inverse_r2), hn::Set(D(), 3));
        sums.jerk_x = hn::MulAdd(strength, hn::NegMulAdd(approach, s.dx, vx), sums.jerk_x);
        sums.jerk_y = hn::MulAdd(strength, hn::NegMulAdd(approach, s.dy, vy), sums.jerk_y);
        sums.jerk_z = hn::MulAdd(strength, hn::NegMulAdd(approach, s.dz, vz), sums.jerk_z);
    }
}

// The pull of `sources` on `group` targets from `first` on.
template <int group, class W, class Real>
HWY_INLINE void pull_group(const BodiesView<Real>& bodies, std::size_t first, BodyRange sources,
                           const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    using D = hn::ScalableTag<Real>;
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    const auto broadcast = [d](const Real* p) HWY_ATTR { return hn::Set(d, *p); };
    const auto load = [d](const Real* p) HWY_ATTR { return hn::Load(d, p); };

    Lanes<D, W> targets[group];
    Sums<D, W> sums[group];
    for (int t = 0; t < group; ++t) {
        targets[t] = Lanes<D, W>::load(broadcast, bodies, first + static_cast<std::size_t>(t));
        sums[t].clear(d);
    }
    const auto meet_others = [&](std::size_t begin, std::size_t end) HWY_ATTR {
        for (std::size_t j = begin; j < end; j += lanes) {
            const auto source = Lanes<D, W>::load(load, bodies, j);
            HWY_UNROLL(4)
            for (int t = 0; t < group; ++t) {
                const auto s = separation(d, targets[t], source, law);
                add_pull(s, targets[t], source, source.mass, sums[t]);
            }
        }
    };
    // Among sources that hold the targets themselves: a target's own mass counts as nothing, or a
    // softened body would add its own potential.
    const auto meet_own = [&](std::size_t begin, std::size_t end) HWY_ATTR {
        using Index = hwy::MakeSigned<Real>;
        const hn::RebindToSigned<D> di;
        for (std::size_t j = begin; j < end; j += lanes) {
            const auto source = Lanes<D, W>::load(load, bodies, j);
            for (int t = 0; t < group; ++t) {
                const auto own = static_cast<Index>(first + static_cast<std::size_t>(t) - j);
                const auto itself = hn::Eq(hn::Iota(di, 0), hn::Set(di, own));
                const auto mass = hn::IfThenZeroElse(hn::RebindMask(d, itself), source.mass);
                const auto s = separation(d, targets[t], source, law);
                add_pull(s, targets[t], source, mass, sums[t]);
            }
        }
    };
    const std::size_t own_first = first / simd_line * simd_line;
    const std::size_t own_last = whole_lines(first + group);
    const bool meets_itself = own_first < sources.last && own_last > sources.first;
    if (W::softened && W::potential && meets_itself) {
        const std::size_t own_end = own_last < sources.last ? own_last : sources.last;
        meet_others(sources.first, own_first);
        meet_own(own_first, own_end);
        meet_others(own_end, sources.last);
    } else {
        meet_others(sources.first, sources.last);
    }
    for (int t = 0; t < group; ++t) {
        sums[t].add_to(result, first + static_cast<std::size_t>(t), d);
    }
}

template <class W, class Real>
void pull_all(const BodiesView<Real>& bodies, BodyRange targets, BodyRange sources,
              const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    std::size_t i = targets.first;
    for (; i + targets_at_once <= targets.last; i += targets_at_once) {
        pull_group<targets_at_once, W>(bodies, i, sources, law, result);
    }
    for (; i < targets.last; ++i) {
        pull_group<1, W>(bodies, i, sources, law, result);
    }
}

// What targets do to the sources of one task: summed here and added to the result at the end,
// because a sum of sums loses less to rounding than one long sum.
template <class Real>
struct Reactions {
    alignas(64) Real x[most_mutual_bodies];
    alignas(64) Real y[most_mutual_bodies];
    alignas(64) Real z[most_mutual_bodies];
    alignas(64) Real potential[most_mutual_bodies];
};

template <class W, class Real>
void clear(Reactions<Real>& reactions, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        reactions.x[i] = reactions.y[i] = reactions.z[i] = 0;
        if constexpr (W::potential) {
            reactions.potential[i] = 0;
        }
    }
}

template <class W, class Real>
void add_reactions(const Reactions<Real>& reactions, BodyRange sources,
                   const AccelerationsView<Real>& result) {
    constexpr Real factor = postponed_factor<Real>();
    for (std::size_t j = sources.first; j < sources.last; ++j) {
        const std::size_t k = j - sources.first;
        result.x[j] -= factor * reactions.x[k];
        result.y[j] -= factor * reactions.y[k];
        result.z[j] -= factor * reactions.z[k];
        if constexpr (W::potential) {
            result.potential[j] -= reactions.potential[k];
        }
    }
}

// Both pulls between `group` targets from `first` on and the sources, each pair met once.
template <int group, class W, class Real>
HWY_INLINE void mutual_group(const BodiesView<Real>& bodies, std::size_t first, BodyRange sources,
                             const PairLaw<Real>& law, const AccelerationsView<Real>& result,
                             Reactions<Real>& reactions) {
    using D = hn::ScalableTag<Real>;
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    const auto broadcast = [d](const Real* p) HWY_ATTR { return hn::Set(d, *p); };
    const auto load = [d](const Real* p) HWY_ATTR { return hn::Load(d, p); };

    Lanes<D, W> targets[group];
    Sums<D, W> sums[group];
    for (int t = 0; t < group; ++t) {
        targets[t] = Lanes<D, W>::load(broadcast, bodies, first + static_cast<std::size_t>(t));
        sums[t].clear(d);
    }
    for (std::size_t j = sources.first; j < sources.last; j += lanes) {
        const std::size_t k = j - sources.first;
        const auto source = Lanes<D, W>::load(load, bodies, j);
        auto x = load(reactions.x + k);
        auto y = load(reactions.y + k);
        auto z = load(reactions.z + k);
        auto potential = hn::Zero(d);
        HWY_UNROLL(4)
        for (int t = 0; t < group; ++t) {
            const auto s = separation(d, targets[t], source, law);
            add_pull(s, targets[t], source, source.mass, sums[t]);
            const auto reaction = hn::Mul(targets[t].mass, s.inverse.third);
            x = hn::MulAdd(reaction, s.dx, x);
            y = hn::MulAdd(reaction, s.dy, y);
            z = hn::MulAdd(reaction, s.dz, z);
            if constexpr (W::potential) {
                potential = hn::MulAdd(targets[t].mass, s.inverse.first, potential);
            }
        }
        hn::Store(x, d, reactions.x + k);
        hn::Store(y, d, reactions.y + k);
        hn::Store(z, d, reactions.z + k);
        if constexpr (W::potential) {
            hn::Store(hn::Add(load(reactions.potential + k), potential), d,
                      reactions.potential + k);
        }
    }
    for (int t = 0; t < group; ++t) {
        sums[t].add_to(result, first + static_cast<std::size_t>(t), d);
    }
}

template <class W, class Real>
void mutual_all(const BodiesView<Real>& bodies, BodyRange targets, BodyRange sources,
                const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    Reactions<Real> reactions;
    clear<W>(reactions, whole_lines(sources.last - sources.first));
    std::size_t i = targets.first;
    for (; i + targets_at_once <= targets.last; i += targets_at_once) {
        mutual_group<targets_at_once, W>(bodies, i, sources, law, result, reactions);
    }
    for (; i < targets.last; ++i) {
        mutual_group<1, W>(bodies, i, sources, law, result, reactions);
    }
    add_reactions<W>(reactions, sources, result);
}

// From what is asked for at run time to the loop compiled for it.
template <class Real>
void pull(const BodiesView<Real>& bodies, BodyRange targets, BodyRange sources,
          const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    const auto run = [&]<class W>(W) { pull_all<W>(bodies, targets, sources, law, result); };
    const auto with_jerk = [&]<bool softened, bool potential>(Wanted<softened, potential, false>) {
        result.jerk_x != nullptr ? run(Wanted<softened, potential, true>())
                                 : run(Wanted<softened, potential, false>());
    };
    const auto with_potential = [&]<bool softened>(Wanted<softened, false, false>) {
        result.potential != nullptr ? with_jerk(Wanted<softened, true, false>())
                                    : with_jerk(Wanted<softened, false, false>());
    };
    law.softened() ? with_potential(Wanted<true, false, false>())
                   : with_potential(Wanted<false, false, false>());
}

template <class Real>
void mutual(const BodiesView<Real>& bodies, BodyRange targets, BodyRange sources,
            const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    const auto run = [&]<class W>(W) { mutual_all<W>(bodies, targets, sources, law, result); };
    const auto with_potential = [&]<bool softened>(Wanted<softened, false, false>) {
        result.potential != nullptr ? run(Wanted<softened, true, false>())
                                    : run(Wanted<softened, false, false>());
    };
    law.softened() ? with_potential(Wanted<true, false, false>())
                   : with_potential(Wanted<false, false, false>());
}

template <class Real>
SimdKernels<Real> kernels() {
    return {pull<Real>, mutual<Real>};
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
