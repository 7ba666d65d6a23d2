#pragma once

// What the terms of a walk add to a target: bodies, and cells with their moments. Of the whole law,
// or of what a mesh leaves of it.

#include "sim/solvers/direct/gpu_pair.cuh"
#include "sim/solvers/tree/gpu_cell_stack.cuh"
#include "sim/solvers/tree/gpu_walk.cuh"

#include <array>
#include <cstddef>

namespace orrery {

// How much of a term is added up: all of it, or what a mesh leaves (MeshPart).
enum class Law { whole, left_by_mesh };

// The moments that an accepted cell pulls with.
template <class Kind, bool has_quadrupole>
struct AcceptedCell {
    PointMass<typename Kind::Real> monopole;
    Quadrupole<typename Kind::Real> quadrupole;
};
template <class Kind>
struct AcceptedCell<Kind, false> {
    PointMass<typename Kind::Real> monopole;
};

template <class Real, std::size_t terms>
__device__ Real polynomial(const std::array<Real, terms>& c, Real v) {
    Real sum = c[terms - 1];
#pragma unroll
    for (std::size_t k = terms - 1; k > 0; --k) {
        sum = fma(sum, v, c[k - 1]);
    }
    return sum;
}

// exp(-x) to six digits, which is more than the moments of a cell are good for.
__device__ inline float fading(float x) {
    float power;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(power) : "f"(x * -1.44269504F));
    return power;
}

// What a mesh leaves. What a kernel does not use is not computed.
template <class Kind>
struct LeftByMesh {
    using Real = typename Kind::Real;
    const MeshPart<Real>& law;
    Real x, y, z; // from the target to the source
    Real square;  // R^2
    Real mass;
    Real mesh_mass; // m a^3, multiplied in an order that keeps metres and kilograms inside a float
    bool beyond;    // where the law has ended
    Real inverse;   // 1/R, or 0 in contact; beyond, that of the end

    __device__ LeftByMesh(const PointMass<Real>& target, const PointMass<Real>& source,
                          const WalkTask<Real>& task)
        : law(task.mesh_part), x(source.x - target.x), y(source.y - target.y),
          z(source.z - target.z), square(fma(z, z, fma(y, y, fma(x, x, task.softening_squared)))),
          mass(source.mass), mesh_mass(source.mass * law.per_unit * law.square),
          beyond(square > law.most) {
        square = min(square, law.most);
        inverse = inverse_distance<Kind>(square);
    }

    // m/R^3 s_1.
    __device__ Real strength() const {
        const Real whole = (mass * inverse) * (inverse * inverse);
        return fma(-mesh_mass, polynomial(law.pull, place()), whole);
    }
    // m/R s_0.
    __device__ Real potential() const {
        const Real of_mesh = mass * law.per_unit * polynomial(law.potential, place());
        return fma(mass, inverse, -of_mesh);
    }
    // What m/R^3 s_2 has more than m/R^3 s_1, and the part of that which m/R^3 s_3 has more again.
    __device__ Real second_less_first() const {
        constexpr Real factor = Real(0.752252778); // 4 / (3 sqrt(pi))
        return factor * mesh_mass *
               static_cast<Real>(fading(static_cast<float>(law.square * square)));
    }
    __device__ Real third_in_second() const { return Real(0.4) * law.square * square; }

    // What is left at the end is next to nothing; but, held beyond it, not against the pull of what
    // is several times as far: large cells, and bodies of a leaf larger than the reach.
    __device__ Real until_end(Real value) const { return beyond ? Real(0) : value; }

private:
    __device__ Real place() const { return fma(square, law.per_square, Real(-1)); }
};

// The pull of a cell on a target, from the expansion of 1/R about its centre of mass:
//   phi = -M/R [1 - w T/2 + 3/2 w^2 r.Q r],   w = 1/R^2,  R^2 = r^2 + eps^2,
// Q the second moments per mass, T their trace. (Springel 2021, section 2.1, to second order.)
template <class Kind>
struct CellSeen {
    using Real = typename Kind::Real;
    Real x, y, z; // from the target
    Real w;
    Real qx, qy, qz; // Q w r, not Q r: r.Q r alone is a length to the fourth power, which in metres
    Real rqr;        // leaves a float

    template <class Pair>
    __device__ CellSeen(const Pair& pair, const Quadrupole<Real>& q)
        : x(pair.x), y(pair.y), z(pair.z), w(pair.inverse * pair.inverse) {
        const Real wx = w * x, wy = w * y, wz = w * z;
        qx = fma(q.xx, wx, fma(q.xy, wy, q.xz * wz));
        qy = fma(q.xy, wx, fma(q.yy, wy, q.yz * wz));
        qz = fma(q.xz, wx, fma(q.yz, wy, q.zz * wz));
        rqr = fma(x, qx, fma(y, qy, z * qz));
    }

    // along r + across Q w r
    __device__ void add_pull(ForceSum<Kind>& sum, Real along, Real across) const {
        sum.x = fma(along, x, fma(across, qx, sum.x));
        sum.y = fma(along, y, fma(across, qy, sum.y));
        sum.z = fma(along, z, fma(across, qz, sum.z));
    }
};

template <class Kind, class Pair>
__device__ void add_along(ForceSum<Kind>& sum, const Pair& pair, typename Kind::Real strength) {
    sum.x = fma(strength, pair.x, sum.x);
    sum.y = fma(strength, pair.y, sum.y);
    sum.z = fma(strength, pair.z, sum.z);
}

// `PairedAs`: as Kind, or without contact. `of_itself`: the potential of a unit mass that is the
// target.
template <Law how, class Kind, class PairedAs = Kind>
__device__ void p2p(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& target,
                    const PointMass<typename Kind::Real>& source,
                    const WalkTask<typename Kind::Real>& task, bool itself,
                    typename Kind::Real of_itself) {
    using Real = typename Kind::Real;
    if constexpr (how == Law::whole) {
        const PairGeometry<PairedAs> pair(target, source, task.softening_squared);
        add_along(sum, pair, pair.strength(source.mass));
        if constexpr (Kind::potential) {
            sum.potential = fma(-source.mass, itself ? of_itself : pair.inverse, sum.potential);
        }
    } else {
        const LeftByMesh<PairedAs> pair(target, source, task);
        add_along(sum, pair, pair.until_end(pair.strength()));
        if constexpr (Kind::potential) {
            sum.potential -= itself ? Real(0) : pair.until_end(pair.potential());
        }
    }
}

template <Law how, class Kind, bool has_quadrupole>
__device__ void m2p(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& target,
                    const AcceptedCell<Kind, has_quadrupole>& cell,
                    const WalkTask<typename Kind::Real>& task) {
    using Real = typename Kind::Real;
    using CellKind = PairKind<Real, Kind::potential, false, false>;
    if constexpr (!has_quadrupole) {
        p2p<how, Kind, CellKind>(sum, target, cell.monopole, task, false, Real(0));
    } else if constexpr (how == Law::whole) {
        const PairGeometry<CellKind> pair(target, cell.monopole, task.softening_squared);
        const Quadrupole<Real>& q = cell.quadrupole;
        const CellSeen<Kind> seen(pair, q);
        const Real mass_over_r = cell.monopole.mass * pair.inverse;
        const Real strength = mass_over_r * seen.w;
        const Real shape = fma(Real(7.5), seen.rqr, q.force_trace);
        seen.add_pull(sum, strength * fma(seen.w, shape, Real(1)), Real(-3) * strength);
        if constexpr (Kind::potential) {
            const Real shift = fma(Real(1.5), seen.rqr, q.potential_trace);
            sum.potential = fma(-mass_over_r, fma(seen.w, shift, Real(1)), sum.potential);
        }
    } else {
        const LeftByMesh<CellKind> pair(target, cell.monopole, task);
        const Quadrupole<Real>& q = cell.quadrupole;
        const CellSeen<Kind> seen(pair, q);
        const Real first = pair.until_end(pair.strength());
        const Real more = pair.until_end(pair.second_less_first());
        const Real second = first + more;
        const Real third = fma(pair.third_in_second(), more, second);
        const Real shape = fma(Real(7.5) * third, seen.rqr, second * q.force_trace);
        seen.add_pull(sum, fma(seen.w, shape, first), Real(-3) * second);
        if constexpr (Kind::potential) {
            const Real shift = fma(Real(1.5) * second, seen.rqr, first * q.potential_trace);
            sum.potential -= pair.until_end(pair.potential()) + shift;
        }
    }
}

// The squared distance of a point from the farthest corner of a box.
template <class Real>
__device__ Real farthest_squared(const Box<Real>& box, const PointMass<Real>& from) {
    const auto farther = [](Real low, Real high, Real at) { return max(at - low, high - at); };
    const Real x = farther(box.low_x, box.high_x, from.x);
    const Real y = farther(box.low_y, box.high_y, from.y);
    const Real z = farther(box.low_z, box.high_z, from.z);
    return fma(x, x, fma(y, y, z * z));
}

// Where each lane that takes something puts it into a list, which grows by all of theirs.
__device__ inline unsigned listed_place(bool takes, unsigned& listed) {
    const unsigned lanes = __ballot_sync(all_lanes, takes);
    const unsigned place = listed + static_cast<unsigned>(__popc(lanes & lanes_below()));
    listed += static_cast<unsigned>(__popc(lanes));
    return place;
}

// An order of up to 32 terms, a lane for each, in which those come first that are whole.
struct WholeFirst {
    unsigned whole; // how many
    unsigned place; // of this lane's
};
__device__ inline WholeFirst whole_first(bool mine, bool whole) {
    const unsigned below = lanes_below();
    const unsigned whole_lanes = __ballot_sync(all_lanes, mine && whole);
    const unsigned other_lanes = __ballot_sync(all_lanes, mine && !whole);
    const auto count = static_cast<unsigned>(__popc(whole_lanes));
    return {count, whole ? static_cast<unsigned>(__popc(whole_lanes & below))
                         : count + static_cast<unsigned>(__popc(other_lanes & below))};
}

} // namespace orrery
