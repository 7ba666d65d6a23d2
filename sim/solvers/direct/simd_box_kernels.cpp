// One-sided sums in a periodic box: the pairs' half of the Ewald sum (EwaldSplit). Like
// simd_pull_inl.hpp, but a pair is the nearest image less the source's cloud.
// Compiled once for every instruction set, apart from simd_kernels.cpp, as it takes a third of the
// time of all.

#include "sim/solvers/direct/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sim/solvers/direct/simd_box_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "sim/solvers/direct/simd_kernels.hpp"

#include <limits>
#include <type_traits>

// In this order, as in simd_kernels.cpp.
// clang-format off
#include "sim/solvers/direct/simd_root_inl.hpp"
#include "sim/solvers/direct/simd_pair_inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// One vector of bodies in a box.
template <class D, class W>
struct BoxLanes {
    using DI = hn::RebindToSigned<D>;
    hn::Vec<DI> whole_x, whole_y, whole_z;
    hn::Vec<D> rest_x, rest_y, rest_z, mass;
    hn::Vec<D> vx, vy, vz; // for jerk

    // `load` makes a vector of what is at a pointer.
    template <class Load, class Real>
    static HWY_INLINE BoxLanes load(const Load& load, const BoxBodiesView<Real>& bodies,
                                    std::size_t i) {
        BoxLanes lanes;
        lanes.whole_x = load(bodies.x + i);
        lanes.whole_y = load(bodies.y + i);
        lanes.whole_z = load(bodies.z + i);
        lanes.rest_x = load(bodies.rest_x + i);
        lanes.rest_y = load(bodies.rest_y + i);
        lanes.rest_z = load(bodies.rest_z + i);
        lanes.mass = load(bodies.mass + i);
        if constexpr (W::jerk) {
            lanes.vx = load(bodies.vx + i);
            lanes.vy = load(bodies.vy + i);
            lanes.vz = load(bodies.vz + i);
        }
        return lanes;
    }
};

// From targets to an image of sources along an edge; no direction where it is half an edge away, so
// that there are two.
template <class D>
struct BoxDistance {
    hn::Vec<D> length, direction;

    template <class WholeVector, class Real>
    HWY_INLINE BoxDistance(D d, WholeVector whole_from, WholeVector whole_to, hn::Vec<D> rest_from,
                           hn::Vec<D> rest_to, Real unit, Real shift) {
        const hn::RebindToSigned<D> di;
        using Whole = hn::TFromD<decltype(di)>;
        const auto whole = hn::Sub(whole_to, whole_from);
        const auto half = hn::Eq(whole, hn::Set(di, std::numeric_limits<Whole>::min()));
        const auto rest = hn::Add(hn::Sub(rest_to, rest_from), hn::Set(d, shift));
        length = hn::MulAdd(hn::ConvertTo(d, whole), hn::Set(d, unit), rest);
        direction = hn::IfThenZeroElse(hn::RebindMask(d, half), length);
    }
};

// Adds what sources do to one target; `mass` is theirs but for the target itself, whose cloud alone
// is in the sum.
template <class W, class D, class Real>
HWY_INLINE void add_pull_in_box(D d, const BoxLanes<D, W>& target, const BoxLanes<D, W>& source,
                                hn::Vec<D> mass, const BoxLaw<Real>& law,
                                const CloudSeries<Real>& series, Sums<D, W>& sums) {
    using Precision = RootPrecision<Real>;
    const BoxDistance<D> x(d, target.whole_x, source.whole_x, target.rest_x, source.rest_x,
                           law.unit_x, law.shift_x);
    const BoxDistance<D> y(d, target.whole_y, source.whole_y, target.rest_y, source.rest_y,
                           law.unit_y, law.shift_y);
    const BoxDistance<D> z(d, target.whole_z, source.whole_z, target.rest_z, source.rest_z,
                           law.unit_z, law.shift_z);
    const auto r2 =
        hn::MulAdd(x.length, x.length, hn::MulAdd(y.length, y.length, hn::Mul(z.length, z.length)));
    const auto softened2 = hn::Add(r2, hn::Set(d, law.softening_squared));
    const auto contact = hn::Lt(softened2, hn::Set(d, PairLaw<Real>::contact_squared()));
    const InverseRoot<D> near(d, softened2, contact);
    // Of the cloud, which counts at a contact, too; of no use within the middle.
    const InverseRoot<D>& point = near;
    const auto inner = hn::Lt(softened2, hn::Set(d, law.middle_squared));
    const auto beyond = hn::Gt(softened2, hn::Set(d, law.cutoff_squared));
    const auto inner_v = hn::MulAdd(softened2, hn::Set(d, law.inner_scale), hn::Set(d, Real(-1)));
    const auto r = hn::Mul(hn::Mul(softened2, point.y), point.first(d));
    const auto outer_v = hn::MulAdd(r, hn::Set(d, Precision::first_factor * law.outer_scale),
                                    hn::Set(d, law.outer_offset));
    // Of a cloud within the middle and farther away, where `share` is that of a point mass.
    const auto of_cloud = [&](const auto& inside, hn::Vec<D> factor, const auto& share,
                              hn::Vec<D> of_point) HWY_ATTR {
        const auto within = hn::Mul(factor, polynomial(d, inside, inner_v));
        const auto shared = hn::Mul(of_point, polynomial(d, share, outer_v));
        return hn::IfThenElse(inner, within, hn::IfThenElse(beyond, of_point, shared));
    };

    const auto near_mass_over_r = hn::Mul(mass, near.y);
    const auto point_mass_over_r = hn::Mul(source.mass, point.y);
    const auto alpha_squared = hn::Set(d, law.alpha_squared);
    const auto mass_over_width =
        hn::Mul(source.mass, hn::Set(d, law.alpha / Precision::third_factor));
    const auto cloud_factor = hn::Mul(mass_over_width, alpha_squared);
    const auto near_strength = hn::Mul(near_mass_over_r, near.third(d));
    const auto point_strength = hn::Mul(point_mass_over_r, point.third(d));
    const auto strength = hn::Sub(near_strength, of_cloud(series.inner.pull, cloud_factor,
                                                          series.outer.pull, point_strength));
    sums.x = hn::MulAdd(strength, x.direction, sums.x);
    sums.y = hn::MulAdd(strength, y.direction, sums.y);
    sums.z = hn::MulAdd(strength, z.direction, sums.z);
    if constexpr (W::potential) {
        const auto factor = hn::Mul(source.mass, hn::Set(d, law.alpha / Precision::first_factor));
        const auto cloud = of_cloud(series.inner.potential, factor, series.outer.potential,
                                    hn::Mul(point_mass_over_r, point.first(d)));
        sums.potential =
            hn::Add(sums.potential, hn::NegMulAdd(near_mass_over_r, near.first(d), cloud));
    }
    if constexpr (W::jerk) {
        // m (strength v + change (r.v) r), change that of strength with r^2 / 2.
        const auto change =
            hn::Sub(of_cloud(series.inner.change, hn::Mul(cloud_factor, alpha_squared),
                             series.outer.change, hn::Mul(point_strength, point.tripled_second(d))),
                    hn::Mul(near_strength, near.tripled_second(d)));
        const auto vx = hn::Sub(source.vx, target.vx);
        const auto vy = hn::Sub(source.vy, target.vy);
        const auto vz = hn::Sub(source.vz, target.vz);
        const auto rv =
            hn::MulAdd(x.direction, vx, hn::MulAdd(y.direction, vy, hn::Mul(z.direction, vz)));
        const auto approach = hn::Mul(rv, change);
        sums.jerk_x = hn::MulAdd(strength, vx, hn::MulAdd(approach, x.direction, sums.jerk_x));
        sums.jerk_y = hn::MulAdd(strength, vy, hn::MulAdd(approach, y.direction, sums.jerk_y));
        sums.jerk_z = hn::MulAdd(strength, vz, hn::MulAdd(approach, z.direction, sums.jerk_z));
    }
}

// The pull of `sources` on `box_group` targets from `first` on.
template <class W, class Real>
HWY_INLINE void pull_group_in_box(const PulledInBox<Real>& pulled, std::size_t first,
                                  const BoxBodiesView<Real>& bodies, BodyRange sources,
                                  const BoxLaw<Real>& law, const CloudSeries<Real>& series,
                                  const AccelerationsView<Real>& result) {
    using D = hn::ScalableTag<Real>;
    const D d;
    const hn::RebindToSigned<D> di;
    using Index = hn::TFromD<decltype(di)>;
    const std::size_t lanes = hn::Lanes(d);
    const auto broadcast = [](const auto* p) HWY_ATTR {
        return hn::Set(hn::ScalableTag<std::remove_cvref_t<decltype(*p)>>(), *p);
    };
    const auto load = [](const auto* p) HWY_ATTR {
        return hn::Load(hn::ScalableTag<std::remove_cvref_t<decltype(*p)>>(), p);
    };
    BoxLanes<D, W> targets[box_group];
    Sums<D, W> sums[box_group];
    for (std::size_t t = 0; t < box_group; ++t) {
        targets[t] = BoxLanes<D, W>::load(broadcast, pulled.bodies, first + t);
        sums[t].clear(d);
    }
    for (std::size_t j = sources.first; j < sources.last; j += lanes) {
        const auto source = BoxLanes<D, W>::load(load, bodies, j);
        const auto index = hn::Iota(di, static_cast<Index>(j));
        HWY_UNROLL(HWY_TARGET == HWY_SCALAR ? 1 : 4)
        for (std::size_t t = 0; t < box_group; ++t) {
            const auto own = hn::Set(di, static_cast<Index>(pulled.own[first + t]));
            const auto itself = hn::RebindMask(d, hn::Eq(index, own));
            add_pull_in_box<W>(d, targets[t], source, hn::IfThenZeroElse(itself, source.mass), law,
                               series, sums[t]);
        }
    }
    for (std::size_t t = 0; t < box_group; ++t) {
        sums[t].add_to(result, first + t, d);
    }
}

template <class Real>
void pull_in_box(const PulledInBox<Real>& pulled, const BoxBodiesView<Real>& bodies,
                 BodyRange sources, const BoxLaw<Real>& law,
                 const AccelerationsView<Real>& result) {
    const CloudSeries<Real>& series = cloud_series<Real>();
    const auto run = [&]<class W>(W) {
        for (std::size_t i = 0; i < pulled.bodies.count; i += box_group) {
            pull_group_in_box<W>(pulled, i, bodies, sources, law, series, result);
        }
    };
    const auto with_jerk = [&]<bool potential>(Wanted<true, potential, false>) {
        result.jerk_x != nullptr ? run(Wanted<true, potential, true>())
                                 : run(Wanted<true, potential, false>());
    };
    result.potential != nullptr ? with_jerk(Wanted<true, true, false>())
                                : with_jerk(Wanted<true, false, false>());
}

template void pull_in_box(const PulledInBox<float>&, const BoxBodiesView<float>&, BodyRange,
                          const BoxLaw<float>&, const AccelerationsView<float>&);
template void pull_in_box(const PulledInBox<double>&, const BoxBodiesView<double>&, BodyRange,
                          const BoxLaw<double>&, const AccelerationsView<double>&);

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
