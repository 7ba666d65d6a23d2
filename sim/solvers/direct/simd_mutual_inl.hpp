// Mutual sums: each pair of a target and a source is met once and pulls both ways. The targets sit
// in registers; the sources' sums are loaded, added to and stored.
// Included by simd_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// The pull of some targets on the sources of one task: summed here and then added to the result,
// because a sum of sums loses less to rounding than one long sum.
inline constexpr std::size_t targets_in_sum = 128;
template <class Real>
struct Reactions {
    alignas(64) Real x[max_mutual_bodies];
    alignas(64) Real y[max_mutual_bodies];
    alignas(64) Real z[max_mutual_bodies];
    alignas(64) Real potential[max_mutual_bodies];
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
    using Precision = RootPrecision<Real>;
    const hn::ScalableTag<Real> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto subtract = [&](Real* from, Real factor, const Real* pulls) HWY_ATTR {
        const std::size_t count = sources.last - sources.first;
        std::size_t k = 0;
        for (; k + lanes <= count; k += lanes) {
            Real* const place = from + sources.first + k;
            const auto pull = hn::Load(d, pulls + k);
            hn::StoreU(hn::NegMulAdd(hn::Set(d, factor), pull, hn::LoadU(d, place)), d, place);
        }
        for (; k < count; ++k) {
            from[sources.first + k] -= factor * pulls[k];
        }
    };
    subtract(result.x, Precision::third_factor, reactions.x);
    subtract(result.y, Precision::third_factor, reactions.y);
    subtract(result.z, Precision::third_factor, reactions.z);
    if constexpr (W::potential) {
        subtract(result.potential, Precision::first_factor, reactions.potential);
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
            // [cpu.symmetric]
            const auto s = separations(d, targets[t], source, law);
            const auto inverse_cube = hn::Mul(s.root.y, s.root.third(d));
            const auto action = hn::Mul(source.mass, inverse_cube);
            sums[t].x = hn::MulAdd(action, s.x, sums[t].x);
            sums[t].y = hn::MulAdd(action, s.y, sums[t].y);
            sums[t].z = hn::MulAdd(action, s.z, sums[t].z);
            // [lit]
            const auto reaction = hn::Mul(targets[t].mass, inverse_cube);
            x = hn::MulAdd(reaction, s.x, x);
            y = hn::MulAdd(reaction, s.y, y);
            z = hn::MulAdd(reaction, s.z, z);
            // [/lit]
            // [/cpu.symmetric]
            if constexpr (W::potential) {
                const auto inverse = hn::Mul(s.root.y, s.root.first(d));
                sums[t].potential = hn::NegMulAdd(source.mass, inverse, sums[t].potential);
                potential = hn::MulAdd(targets[t].mass, inverse, potential);
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
    constexpr int group = targets_at_once<W>();
    for (std::size_t i = targets.first; i < targets.last;) {
        clear<W>(reactions, whole_lines(sources.last - sources.first));
        const std::size_t many = i + targets_in_sum;
        const std::size_t last = many < targets.last ? many : targets.last;
        for (; i + group <= last; i += group) {
            mutual_group<group, W>(bodies, i, sources, law, result, reactions);
        }
        for (; i < last; ++i) {
            mutual_group<1, W>(bodies, i, sources, law, result, reactions);
        }
        add_reactions<W>(reactions, sources, result);
    }
}

template <class Real>
void mutual(const BodiesView<Real>& bodies, BodyRange targets, BodyRange sources,
            const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    with_wanted(law, result,
                [&]<class W>(W) { mutual_all<W>(bodies, targets, sources, law, result); });
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
