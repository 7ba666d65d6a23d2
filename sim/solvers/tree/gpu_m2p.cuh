#pragma once

// From a multipole to a particle: what an accepted cell does to a target.

#include "sim/solvers/direct/gpu_pair.cuh"
#include "sim/tree/device_tree.cuh"

namespace orrery {

template <class Kind, bool has_quadrupole>
struct AcceptedCell {
    PointMass<typename Kind::Real> monopole;
    Quadrupole<typename Kind::Real> quadrupole;
};
template <class Kind>
struct AcceptedCell<Kind, false> {
    PointMass<typename Kind::Real> monopole;
};

// The pull of a cell on a target, from the expansion of 1/R about its centre of mass:
//   phi = -M/R [1 - w T/2 + 3/2 w^2 r.Q r],   w = 1/R^2,  R^2 = r^2 + eps^2,
// Q the second moments per mass, T their trace. (Springel 2021, section 2.1, to second order.)
template <class Kind, bool has_quadrupole>
__device__ void m2p(ForceSum<Kind>& sum, const PointMass<typename Kind::Real>& target,
                    const AcceptedCell<Kind, has_quadrupole>& cell,
                    typename Kind::Real softening_squared) {
    using Real = typename Kind::Real;
    const PairGeometry<PairKind<Real, Kind::potential, false, false>> pair(target, cell.monopole,
                                                                           softening_squared);
    const Real w = pair.inverse * pair.inverse;
    const Real scaled_mass = cell.monopole.mass * pair.inverse;
    const Real strength = scaled_mass * w;
    if constexpr (!has_quadrupole) {
        sum.x = fma(strength, pair.x, sum.x);
        sum.y = fma(strength, pair.y, sum.y);
        sum.z = fma(strength, pair.z, sum.z);
        if constexpr (Kind::potential) {
            sum.potential -= scaled_mass;
        }
        return;
    } else {
        const Quadrupole<Real>& q = cell.quadrupole;
        // Q w r, not Q r: r.Q r alone is a length to the fourth power, which in metres leaves a
        // float.
        const Real wx = w * pair.x, wy = w * pair.y, wz = w * pair.z;
        const Real qx = fma(q.xx, wx, fma(q.xy, wy, q.xz * wz));
        const Real qy = fma(q.xy, wx, fma(q.yy, wy, q.yz * wz));
        const Real qz = fma(q.xz, wx, fma(q.yz, wy, q.zz * wz));
        const Real rqr = fma(pair.x, qx, fma(pair.y, qy, pair.z * qz));
        const Real along = strength * fma(w, fma(Real(7.5), rqr, q.force_trace), Real(1));
        const Real across = Real(-3) * strength;
        sum.x = fma(along, pair.x, fma(across, qx, sum.x));
        sum.y = fma(along, pair.y, fma(across, qy, sum.y));
        sum.z = fma(along, pair.z, fma(across, qz, sum.z));
        if constexpr (Kind::potential) {
            const Real factor = fma(w, fma(Real(1.5), rqr, q.potential_trace), Real(1));
            sum.potential = fma(-scaled_mass, factor, sum.potential);
        }
    }
}

} // namespace orrery
