// From multipoles to particles: targets in the lanes, one cell at a time for all of them.
//
//   a   = M/R^3 [(1 + w (-3/2 T + 15/2 w r.Qr)) r - 3 w Q r],   R^2 = r^2 + eps^2, w = 1/R^2
//   phi = -M/R (1 - w T/2 + 3/2 w^2 r.Qr)
//
// with Q the second moments per mass and T their trace: Taylor's expansion of the softened law
// about the centre of mass, where first moments are zero. Of a law of short range (ShortRange) the
// terms 1, -3/2 T and 3 Q r of the pull have the factors s_1, s_2 and s_2, 15/2 r.Qr has s_3, and
// those of the potential s_0, s_1 and s_2.
// Included by simd_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// Adds what one cell does to one vector of targets.
template <class W, class D, class Real>
HWY_INLINE void m2p(D d, const Lanes<D, W>& target, const Multipole<Real>& cell,
                    const PairLaw<Real>& law, Sums<D, W>& sums) {
    const auto all = [d](Real value) HWY_ATTR { return hn::Set(d, value); };
    Lanes<D, W> centre;
    centre.x = all(cell.monopole.x);
    centre.y = all(cell.monopole.y);
    centre.z = all(cell.monopole.z);
    const auto s = separations(d, target, centre, law);
    const auto mass_over_r = hn::Mul(all(cell.monopole.mass), s.root.y);
    const auto strength = hn::Mul(mass_over_r, s.root.third(d));
    const Quadrupole<Real>& q = cell.quadrupole;
    // The vector r/R^2 before the second moments: Q r r would not fit a float in metres.
    const auto w3 = s.root.tripled_second(d);
    const auto x = hn::Mul(w3, s.x);
    const auto y = hn::Mul(w3, s.y);
    const auto z = hn::Mul(w3, s.z);
    const auto qx = hn::MulAdd(all(q.xx), x, hn::MulAdd(all(q.xy), y, hn::Mul(all(q.xz), z)));
    const auto qy = hn::MulAdd(all(q.xy), x, hn::MulAdd(all(q.yy), y, hn::Mul(all(q.yz), z)));
    const auto qz = hn::MulAdd(all(q.xz), x, hn::MulAdd(all(q.yz), y, hn::Mul(all(q.zz), z)));
    const auto along = hn::MulAdd(s.x, qx, hn::MulAdd(s.y, qy, hn::Mul(s.z, qz)));
    const auto potential_trace = all(q.potential_trace);
    const auto add = [&](hn::Vec<D> outward, hn::Vec<D> across) HWY_ATTR {
        sums.x = hn::NegMulAdd(across, qx, hn::MulAdd(outward, s.x, sums.x));
        sums.y = hn::NegMulAdd(across, qy, hn::MulAdd(outward, s.y, sums.y));
        sums.z = hn::NegMulAdd(across, qz, hn::MulAdd(outward, s.z, sums.z));
    };
    const auto add_potential = [&](hn::Vec<D> correction) HWY_ATTR {
        sums.potential =
            hn::NegMulAdd(hn::Mul(mass_over_r, s.root.first(d)), correction, sums.potential);
    };
    const auto third = hn::Mul(w3, all(Real(1.0 / 3)));
    const auto half = all(Real(0.5));
    if constexpr (W::short_range) {
        const ShortRange<Real>& part = *law.short_range;
        const auto place = s.place(d, part);
        const auto of_quadrupole = polynomial(d, part.of_quadrupole, place);
        const auto s1 = polynomial(d, part.pull, place);
        const auto s2 = hn::Add(s1, of_quadrupole);
        const auto s3 = hn::MulAdd(hn::Mul(s.r2, all(part.fifth_x_squared)), of_quadrupole, s2);
        const auto shape =
            hn::MulAdd(hn::Mul(s3, all(Real(5.0 / 6))), along, hn::Mul(s2, potential_trace));
        add(hn::Mul(strength, hn::MulAdd(w3, shape, s1)), hn::Mul(strength, s2));
        if constexpr (W::potential) {
            const auto shift = hn::MulAdd(hn::Mul(s2, half), along, hn::Mul(s1, potential_trace));
            add_potential(hn::MulAdd(third, shift, polynomial(d, part.potential, place)));
        }
    } else {
        const auto shape =
            hn::MulAdd(w3, hn::MulAdd(all(Real(5.0 / 6)), along, potential_trace), all(1));
        add(hn::Mul(strength, shape), strength);
        if constexpr (W::potential) {
            add_potential(hn::MulAdd(third, hn::MulAdd(half, along, potential_trace), all(1)));
        }
    }
}

// `vectors` of targets from `first` on share each cell.
template <int vectors, class W, class Real>
HWY_INLINE void m2p_on(const Multipole<Real>* cells, const std::uint32_t* list, std::size_t listed,
                       const BodiesView<Real>& targets, std::size_t first, const PairLaw<Real>& law,
                       const AccelerationsView<Real>& result) {
    using D = hn::ScalableTag<Real>;
    using Precision = RootPrecision<Real>;
    const D d;
    Lanes<D, W> lanes[vectors];
    Sums<D, W> sums[vectors];
    for (int v = 0; v < vectors; ++v) {
        const std::size_t at = first + static_cast<std::size_t>(v) * hn::Lanes(d);
        lanes[v].x = hn::Load(d, targets.x + at);
        lanes[v].y = hn::Load(d, targets.y + at);
        lanes[v].z = hn::Load(d, targets.z + at);
        sums[v].clear(d);
    }
    for (std::size_t i = 0; i < listed; ++i) {
        const Multipole<Real>& cell = cells[list[i]];
        HWY_UNROLL(4)
        for (int v = 0; v < vectors; ++v) {
            m2p(d, lanes[v], cell, law, sums[v]);
        }
    }
    for (int v = 0; v < vectors; ++v) {
        const std::size_t at = first + static_cast<std::size_t>(v) * hn::Lanes(d);
        const auto add = [&](hn::Vec<D> sum, Real factor, Real* total) HWY_ATTR {
            hn::Store(hn::MulAdd(sum, hn::Set(d, factor), hn::Load(d, total + at)), d, total + at);
        };
        add(sums[v].x, Precision::third_factor, result.x);
        add(sums[v].y, Precision::third_factor, result.y);
        add(sums[v].z, Precision::third_factor, result.z);
        if constexpr (W::potential) {
            add(sums[v].potential, Precision::first_factor, result.potential);
        }
    }
}

template <class W, class Real>
void m2p_on_all(const Multipole<Real>* cells, const std::uint32_t* list, std::size_t listed,
                const BodiesView<Real>& targets, const PairLaw<Real>& law,
                const AccelerationsView<Real>& result) {
    constexpr int together = HWY_TARGET <= HWY_AVX3 ? 2 : 1; // that fit the registers
    const std::size_t lanes = hn::Lanes(hn::ScalableTag<Real>());
    std::size_t first = 0;
    for (; first + (together - 1) * lanes < targets.count; first += together * lanes) {
        m2p_on<together, W>(cells, list, listed, targets, first, law, result);
    }
    for (; first < targets.count; first += lanes) {
        m2p_on<1, W>(cells, list, listed, targets, first, law, result);
    }
}

template <class Real>
void m2p(const Multipole<Real>* cells, const std::uint32_t* list, std::size_t listed,
         const BodiesView<Real>& targets, const PairLaw<Real>& law,
         const AccelerationsView<Real>& result) {
    const auto run = [&]<class W>(W) { m2p_on_all<W>(cells, list, listed, targets, law, result); };
    law.short_range != nullptr ? with_short_range(result, run) : with_wanted(law, result, run);
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
