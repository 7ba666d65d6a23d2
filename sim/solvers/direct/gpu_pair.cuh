#pragma once

// The pull of one body on another, on the GPU: the few instructions that every direct kernel
// repeats N^2 times.

#include "sim/base/point_mass.hpp"
#include "sim/solvers/direct/pair_law.hpp"

namespace orrery {

// A kernel's variant. `contact`: bodies may come so close that the pair law has to be asked whether
// they touch, which costs two instructions a pair; enough softening spares them. `box`: in a
// periodic box (gpu_box_pair.cuh).
template <class RealType, bool with_potential, bool with_jerk, bool with_contact,
          bool in_box = false>
struct PairKind {
    using Real = RealType;
    static constexpr bool potential = with_potential;
    static constexpr bool jerk = with_jerk;
    static constexpr bool contact = with_contact;
    static constexpr bool box = in_box;
};

// A kernel, compiled for what may be asked of it.
template <template <class> class Task, class Real>
struct PairInstances {
    using Function = void (*)(Task<Real>);
    Function of[2][2] = {}; // with potential or not, with contact or not

    PairInstances() = default;
    // Takes each kernel from `instance`, called with its PairKind.
    template <class Instance>
    explicit PairInstances(const Instance& instance)
        : of{{instance(PairKind<Real, false, false, false>()),
              instance(PairKind<Real, false, false, true>())},
             {instance(PairKind<Real, true, false, false>()),
              instance(PairKind<Real, true, false, true>())}} {}

    Function function(bool with_potential, bool softened) const {
        return of[with_potential ? 1 : 0][softened ? 0 : 1];
    }
};

// 1/sqrt(x). The hardware's approximation is good to 1.3 units in the last place of a float.
__device__ inline float reciprocal_root(float x) {
    float root;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(x));
    return root;
}

// In double the hardware gives 20 bits; one step of third order (Halley's) makes them 53. For x = 0
// the step gives NaN, which only kinds with contact can meet, and they do not use it.
__device__ inline double reciprocal_root(double x) {
    double root;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(root) : "d"(x));
    const double error = fma(-x * root, root, 1.0);
    return fma(fma(0.375, error, 0.5), error * root, root);
}

template <class Kind>
__device__ typename Kind::Real inverse_distance(typename Kind::Real r2) {
    using Real = typename Kind::Real;
    const Real inverse = reciprocal_root(r2);
    if constexpr (Kind::contact) {
        return r2 < PairLaw<Real>::contact_squared() ? Real(0) : inverse;
    } else {
        return inverse;
    }
}

// If all sources at hand have one mass, as they often do, it need not be multiplied with each of
// them: sums are then taken in units of that mass, and one instruction of thirteen is saved. Not
// with masses so large or small that 1/R^3, in the units that go with them, may leave the range of
// a float.
template <class Real>
__device__ bool serves_as_unit(Real mass) {
    constexpr Real largest = Real(1ULL << 40);
    return mass > 1 / largest && mass < largest;
}

// The vector from a target to a source, and 1/R.
template <class Kind>
struct PairGeometry {
    using Real = typename Kind::Real;
    Real x, y, z;
    Real inverse;

    __device__ PairGeometry(const PointMass<Real>& target, const PointMass<Real>& source,
                            Real softening_squared)
        : x(source.x - target.x), y(source.y - target.y), z(source.z - target.z) {
        Real r2 = fma(x, x, softening_squared);
        r2 = fma(y, y, r2);
        r2 = fma(z, z, r2);
        inverse = inverse_distance<Kind>(r2);
    }

    // m / R^3, multiplied in an order that keeps metres and kilograms inside a float.
    __device__ Real strength(Real mass) const { return (mass * inverse) * (inverse * inverse); }
    // Of a unit mass, its sign turned. `itself`: the source is the target, which has none of its
    // own.
    __device__ Real potential(bool itself) const { return itself ? Real(0) : inverse; }
    // m (v / R^3 - 3 (r.v) r / R^5).
    __device__ Motion<Real> jerk(Real mass, const Motion<Real>& v) const {
        const Real of_mass = strength(mass);
        const Real along = x * v.x + y * v.y + z * v.z;
        const Real approach = 3 * (along * inverse) * inverse;
        return {of_mass * (v.x - approach * x), of_mass * (v.y - approach * y),
                of_mass * (v.z - approach * z)};
    }
};

// The sources' pull on one target so far, without the factor G.
template <class Kind>
struct ForceSum {
    using Real = typename Kind::Real;
    Real x = 0, y = 0, z = 0;
    Real potential = 0;
    Real jerk_x = 0, jerk_y = 0, jerk_z = 0;

    // `law`: the softening's square, or a BoxPairLaw. `itself`: the source is the target.
    template <class Law>
    __device__ void add(const PointMass<Real>& target, const PointMass<Real>& source,
                        const Law& law, bool itself) {
        const PairGeometry<Kind> pair(target, source, law);
        add(pair, source.mass, itself);
    }

    __device__ void add(const PairGeometry<Kind>& pair, Real mass, bool itself) {
        const Real strength = pair.strength(mass);
        x = fma(strength, pair.x, x);
        y = fma(strength, pair.y, y);
        z = fma(strength, pair.z, z);
        if constexpr (Kind::potential) {
            potential = fma(-mass, pair.potential(itself), potential);
        }
    }

    // The pull's change per unit of time when the source moves with `v` relative to the target.
    __device__ void add_jerk(const PairGeometry<Kind>& pair, Real mass, const Motion<Real>& v) {
        const Motion<Real> jerk = pair.jerk(mass, v);
        jerk_x += jerk.x;
        jerk_y += jerk.y;
        jerk_z += jerk.z;
    }

    __device__ void scale(Real factor) {
        x *= factor;
        y *= factor;
        z *= factor;
        potential *= factor;
        jerk_x *= factor;
        jerk_y *= factor;
        jerk_z *= factor;
    }

    __device__ void add(const ForceSum& other) {
        x += other.x;
        y += other.y;
        z += other.z;
        potential += other.potential;
        jerk_x += other.jerk_x;
        jerk_y += other.jerk_y;
        jerk_z += other.jerk_z;
    }
};

} // namespace orrery
