// From multipoles to particles: targets in the lanes, one cell at a time for all of them.
//
//   a   = M/R^3 [(1 + w (-3/2 T + 15/2 w r.Qr)) r - 3 w Q r],   R^2 = r^2 + eps^2, w = 1/R^2
//   phi = -M/R (1 - w T/2 + 3/2 w^2 r.Qr)
//
// with Q the second moments per mass and T their trace: Taylor's expansion of the softened law
// about the centre of mass, where first moments are zero.
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
    const auto shape =
        hn::MulAdd(w3, hn::MulAdd(all(Real(5.0 / 6)), along, potential_trace), all(1));
    const auto outward = hn::Mul(strength, shape);
    sums.x = hn::NegMulAdd(strength, qx, hn::MulAdd(outward, s.x, sums.x));
    sums.y = hn::NegMulAdd(strength, qy, hn::MulAdd(outward, s.y, sums.y));
    sums.z = hn::NegMulAdd(strength, qz, hn::MulAdd(outward, s.z, sums.z));
    if constexpr (W::potential) {
        const auto third = hn::Mul(w3, all(Real(1.0 / 3)));
        const auto correction =
            hn::MulAdd(third, hn::MulAdd(all(Real(0.5)), along, potential_trace), all(1));
        sums.potential =
            hn::NegMulAdd(hn::Mul(mass_over_r, s.root.first(d)), correction, sums.potential);
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
    with_wanted(law, result,
                [&]<class W>(W) { m2p_on_all<W>(cells, list, listed, targets, law, result); });
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
