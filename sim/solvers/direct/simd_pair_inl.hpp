// A vector of pairs: targets on one side, sources on the other, and what the sources do.
// Included by simd_kernels.cpp and simd_box_kernels.cpp, once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace orrery::HWY_NAMESPACE {

// The results wanted besides accelerations, as compile-time switches: each combination is its own
// loop.
template <bool softened_, bool potential_, bool jerk_, bool short_range_ = false>
struct Wanted {
    static constexpr bool softened = softened_; // no contact to test for
    static constexpr bool potential = potential_;
    static constexpr bool jerk = jerk_;
    static constexpr bool short_range = short_range_; // what PairLaw::short_range has, no more
};

// From what is asked for at run time to the loop compiled for it: calls run(Wanted<...>()) with all
// but jerks, which only some loops have.
template <class Real, class Run>
void with_wanted(const PairLaw<Real>& law, const AccelerationsView<Real>& result, const Run& run) {
    const auto with_potential = [&]<bool softened>(Wanted<softened, false, false>) {
        result.potential != nullptr ? run(Wanted<softened, true, false>())
                                    : run(Wanted<softened, false, false>());
    };
    law.softened() ? with_potential(Wanted<true, false, false>())
                   : with_potential(Wanted<false, false, false>());
}

// The same of a law that is of short range; no jerks.
template <class Real, class Run>
void with_short_range(const AccelerationsView<Real>& result, const Run& run) {
    result.potential != nullptr ? run(Wanted<false, true, false, true>())
                                : run(Wanted<false, false, false, true>());
}

// One vector of bodies.
template <class D, class W>
struct Lanes {
    hn::Vec<D> x, y, z, mass;
    hn::Vec<D> vx, vy, vz; // for jerk

    // `load` makes a vector of what is at a pointer.
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
        using Precision = RootPrecision<Real>;
        const auto total = [d](hn::Vec<D> v) HWY_ATTR { return hn::GetLane(hn::SumOfLanes(d, v)); };
        result.x[i] += Precision::third_factor * total(x);
        result.y[i] += Precision::third_factor * total(y);
        result.z[i] += Precision::third_factor * total(z);
        if constexpr (W::potential) {
            result.potential[i] += Precision::first_factor * total(potential);
        }
        if constexpr (W::jerk) {
            result.jerk_x[i] += Precision::third_factor * total(jerk_x);
            result.jerk_y[i] += Precision::third_factor * total(jerk_y);
            result.jerk_z[i] += Precision::third_factor * total(jerk_z);
        }
    }
};

// From targets to sources, and what the distance alone decides.
template <class D>
struct Separations {
    hn::Vec<D> x, y, z, r2; // the square with the softening's
    InverseRoot<D> root;

    // v of a law of short range.
    template <class Real>
    HWY_INLINE hn::Vec<D> place(D d, const ShortRange<Real>& law) const {
        const auto r = hn::Mul(hn::Mul(r2, root.y), root.first(d));
        const auto per_end = hn::Set(d, RootPrecision<Real>::first_factor * law.per_end);
        return hn::Min(hn::MulAdd(r, per_end, hn::Set(d, Real(-1))), hn::Set(d, Real(1)));
    }
};

template <class W, class D, class Real>
HWY_INLINE Separations<D> separations(D d, const Lanes<D, W>& target, const Lanes<D, W>& source,
                                      const PairLaw<Real>& law) {
    // [cpu.simd]
    const auto x = hn::Sub(source.x, target.x);
    const auto y = hn::Sub(source.y, target.y);
    const auto z = hn::Sub(source.z, target.z);
    const auto softening_squared = hn::Set(d, law.softening_squared);
    const auto r2 = hn::MulAdd(x, x, hn::MulAdd(y, y, hn::MulAdd(z, z, softening_squared)));
    // [/cpu.simd]
    if constexpr (W::softened) {
        return {x, y, z, r2, InverseRoot<D>(d, r2)};
    } else {
        // Asked in this way, a NaN is not in contact: it reaches the result and is noticed.
        const auto contact = hn::Lt(r2, hn::Set(d, PairLaw<Real>::contact_squared()));
        return {x, y, z, r2, InverseRoot<D>(d, r2, contact)};
    }
}

// Adds what sources of the given masses do to one target.
template <class W, class D, class Real>
HWY_INLINE void add_pull(D d, const Separations<D>& s, const Lanes<D, W>& target,
                         const Lanes<D, W>& source, hn::Vec<D> mass, const PairLaw<Real>& law,
                         Sums<D, W>& sums) {
    // m/R first: m/R^3 is built from the outside in, so that neither 1/R^3 of planets in metres nor
    // a great mass leaves the range of float on the way.
    // [cpu.simd]
    const auto mass_over_r = hn::Mul(mass, s.root.y);
    // [/cpu.simd]
    auto strength = hn::Mul(mass_over_r, s.root.third(d));
    auto part_over_r = mass_over_r;
    if constexpr (W::short_range) {
        const ShortRange<Real>& part = *law.short_range;
        const auto place = s.place(d, part);
        strength = hn::Mul(strength, polynomial(d, part.pull, place));
        if constexpr (W::potential) {
            part_over_r = hn::Mul(mass_over_r, polynomial(d, part.potential, place));
            // The mesh knows no contact: what it adds there, 1 / (sqrt(pi) split), is taken away.
            const auto per_end =
                static_cast<Real>(ShortRange<Real>::end * std::numbers::inv_sqrtpi /
                                  static_cast<double>(RootPrecision<Real>::first_factor));
            const auto contact = hn::Eq(s.root.y, hn::Zero(d));
            const auto of_mesh = hn::Mul(mass, hn::Set(d, per_end * part.per_end));
            sums.potential = hn::Add(sums.potential, hn::IfThenElseZero(contact, of_mesh));
        }
    }
    // [cpu.simd]
    // [lit]
    sums.x = hn::MulAdd(strength, s.x, sums.x);
    sums.y = hn::MulAdd(strength, s.y, sums.y);
    sums.z = hn::MulAdd(strength, s.z, sums.z);
    // [/lit]
    // [/cpu.simd]
    if constexpr (W::potential) {
        sums.potential = hn::NegMulAdd(part_over_r, s.root.first(d), sums.potential);
    }
    if constexpr (W::jerk) {
        // m (v / R^3 - 3 (r.v) r / R^5)
        const auto vx = hn::Sub(source.vx, target.vx);
        const auto vy = hn::Sub(source.vy, target.vy);
        const auto vz = hn::Sub(source.vz, target.vz);
        const auto rv = hn::MulAdd(s.x, vx, hn::MulAdd(s.y, vy, hn::Mul(s.z, vz)));
        const auto approach = hn::Mul(rv, s.root.tripled_second(d));
        sums.jerk_x = hn::MulAdd(strength, hn::NegMulAdd(approach, s.x, vx), sums.jerk_x);
        sums.jerk_y = hn::MulAdd(strength, hn::NegMulAdd(approach, s.y, vy), sums.jerk_y);
        sums.jerk_z = hn::MulAdd(strength, hn::NegMulAdd(approach, s.z, vz), sums.jerk_z);
    }
}

} // namespace orrery::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
