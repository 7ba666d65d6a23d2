// One-sided sums: a vector of sources meets one target held in every lane, and several targets
// share each loaded source, so that the arithmetic units stay busy while estimates are under way.
// Included by simd_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// Targets that share a source: as many as fit the registers with their sums. One where there are no
// vectors, which the compiler needs a quarter of the time for.
template <class W>
constexpr int targets_at_once() {
    constexpr int without_jerk = HWY_TARGET <= HWY_AVX3 ? 4 : HWY_TARGET == HWY_SCALAR ? 1 : 2;
    return W::jerk ? 1 : without_jerk;
}

// The pull of `sources` on `group` targets from `first` on.
template <int group, class W, class Real>
HWY_INLINE void pull_group(const PulledBodies<Real>& pulled, std::size_t first,
                           const BodiesView<Real>& bodies, BodyRange sources,
                           const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    using D = hn::ScalableTag<Real>;
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    const auto broadcast = [d](const Real* p) HWY_ATTR { return hn::Set(d, *p); };
    const auto load = [d](const Real* p) HWY_ATTR { return hn::Load(d, p); };

    Lanes<D, W> targets[group];
    Sums<D, W> sums[group];
    for (int t = 0; t < group; ++t) {
        targets[t] =
            Lanes<D, W>::load(broadcast, pulled.bodies, first + static_cast<std::size_t>(t));
        sums[t].clear(d);
    }
    const auto p2p_others = [&](std::size_t begin, std::size_t end) HWY_ATTR {
        for (std::size_t j = begin; j < end; j += lanes) {
            const auto source = Lanes<D, W>::load(load, bodies, j);
            HWY_UNROLL(4)
            for (int t = 0; t < group; ++t) {
                const auto s = separations(d, targets[t], source, law);
                add_pull(d, s, targets[t], source, source.mass, law, sums[t]);
            }
        }
    };
    const std::size_t itself = pulled.at + first; // the source that the first of the group is
    // Among sources that hold the targets themselves: a target's own mass counts as nothing, or a
    // softened body would add its own potential.
    const auto p2p_own = [&](std::size_t begin, std::size_t end) HWY_ATTR {
        using Index = hwy::MakeSigned<Real>;
        const hn::RebindToSigned<D> di;
        for (std::size_t j = begin; j < end; j += lanes) {
            const auto source = Lanes<D, W>::load(load, bodies, j);
            for (int t = 0; t < group; ++t) {
                const auto own = static_cast<Index>(itself + static_cast<std::size_t>(t) - j);
                const auto itself = hn::Eq(hn::Iota(di, 0), hn::Set(di, own));
                const auto mass = hn::IfThenZeroElse(hn::RebindMask(d, itself), source.mass);
                const auto s = separations(d, targets[t], source, law);
                add_pull(d, s, targets[t], source, mass, law, sums[t]);
            }
        }
    };
    const auto within = [](std::size_t place, BodyRange range) HWY_ATTR {
        const std::size_t high = place < range.last ? place : range.last;
        return high < range.first ? range.first : high;
    };
    const std::size_t own_first = within(itself / simd_line * simd_line, sources);
    const std::size_t own_last = within(whole_lines(itself + group), sources);
    p2p_others(sources.first, own_first);
    p2p_own(own_first, own_last);
    p2p_others(own_last, sources.last);
    for (int t = 0; t < group; ++t) {
        sums[t].add_to(result, first + static_cast<std::size_t>(t), d);
    }
}

template <class W, class Real>
void pull_all(const PulledBodies<Real>& pulled, const BodiesView<Real>& bodies, BodyRange sources,
              const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    constexpr int group = targets_at_once<W>();
    std::size_t i = 0;
    for (; i + group <= pulled.bodies.count; i += group) {
        pull_group<group, W>(pulled, i, bodies, sources, law, result);
    }
    for (; i < pulled.bodies.count; ++i) {
        pull_group<1, W>(pulled, i, bodies, sources, law, result);
    }
}

template <class Real>
void pull(const PulledBodies<Real>& pulled, const BodiesView<Real>& bodies, BodyRange sources,
          const PairLaw<Real>& law, const AccelerationsView<Real>& result) {
    const auto run = [&]<class W>(W) { pull_all<W>(pulled, bodies, sources, law, result); };
    if (law.short_range != nullptr) {
        return with_short_range(result, run);
    }
    const auto with_jerk = [&]<bool softened, bool potential>(Wanted<softened, potential, false>) {
        result.jerk_x != nullptr ? run(Wanted<softened, potential, true>())
                                 : run(Wanted<softened, potential, false>());
    };
    with_wanted(law, result, with_jerk);
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
