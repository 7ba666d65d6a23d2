#pragma once

#include "sim/solvers/direct/pair_law.hpp"

#include <cmath>

namespace orrery {

// A body as the array-of-structures kernels see it: the float4 of the CUDA text books.
template <class Real>
struct alignas(4 * sizeof(Real)) PointMass {
    Real x, y, z, mass;
};

template <class Real>
struct Motion {
    Real x, y, z;
};

// What the sources met so far do to one target, without the factor G.
template <class Real>
struct Pull {
    Real x = 0, y = 0, z = 0;
    Real potential = 0;
    Real jerk_x = 0, jerk_y = 0, jerk_z = 0;

    // Adds what `source` does to a target at `target`. Bodies in contact do nothing.
    void add(const PointMass<Real>& target, const PointMass<Real>& source,
             const PairLaw<Real>& law) {
        const Real dx = source.x - target.x;
        const Real dy = source.y - target.y;
        const Real dz = source.z - target.z;
        const Real r2 = dx * dx + dy * dy + dz * dz + law.softening_squared;
        if (r2 < law.contact_squared()) {
            return;
        }
        const Real inverse_r = 1 / std::sqrt(r2);
        const Real inverse_r3 = inverse_r * inverse_r * inverse_r;
        const Real strength = source.mass * inverse_r3;
        x += strength * dx;
        y += strength * dy;
        z += strength * dz;
        potential -= source.mass * inverse_r;
    }

    // Adds what the relative motion `v` of a source changes in the pull per unit of time:
    // m (v / R^3 - 3 (r.v) r / R^5), R^2 = r^2 + eps^2.
    void add_jerk(const PointMass<Real>& target, const PointMass<Real>& source,
                  const Motion<Real>& v, const PairLaw<Real>& law) {
        const Real dx = source.x - target.x;
        const Real dy = source.y - target.y;
        const Real dz = source.z - target.z;
        const Real r2 = dx * dx + dy * dy + dz * dz + law.softening_squared;
        if (r2 < law.contact_squared()) {
            return;
        }
        const Real strength = source.mass / (r2 * std::sqrt(r2));
        const Real approach = 3 * (dx * v.x + dy * v.y + dz * v.z) / r2;
        jerk_x += strength * (v.x - approach * dx);
        jerk_y += strength * (v.y - approach * dy);
        jerk_z += strength * (v.z - approach * dz);
    }
};

} // namespace orrery
