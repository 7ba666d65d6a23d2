#pragma once

#include "sim/base/point_mass.hpp"
#include "sim/force_request.hpp"
#include "sim/solvers/direct/pair_law.hpp"

#include <cmath>

namespace orrery {

template <class Real>
PointMass<Real> point_of(const BodiesView<Real>& bodies, std::size_t i) {
    return {bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]};
}

// From a target to a source: the unit vector (shortened by softening) and 1/R. Bodies in contact
// count as infinitely far apart, so all that follows from it is zero.
template <class Real>
struct Separation {
    Real x, y, z;
    Real inverse; // 1/R

    Separation(const PointMass<Real>& target, const PointMass<Real>& source,
               const PairLaw<Real>& law) {
        const Real dx = source.x - target.x;
        const Real dy = source.y - target.y;
        const Real dz = source.z - target.z;
        // [cpu.aos]
        const Real r2 = dx * dx + dy * dy + dz * dz + law.softening_squared;
        inverse = r2 < law.contact_squared() ? 0 : 1 / std::sqrt(r2);
        // [/cpu.aos]
        x = dx * inverse;
        y = dy * inverse;
        z = dz * inverse;
    }
};

// The sources' pull on one target so far, without the factor G. The sums are kept in double in
// either precision: a running sum of a million floats would lose two of its seven digits.
struct Pull {
    double x = 0, y = 0, z = 0;
    double potential = 0;
    double jerk_x = 0, jerk_y = 0, jerk_z = 0;

    template <class Real>
    void add(const Separation<Real>& to_source, Real mass) {
        // Not m/R^3 times the distance: m/R^2 fits a float where m/R^3 may not.
        const Real strength = mass * to_source.inverse * to_source.inverse;
        x += static_cast<double>(strength * to_source.x);
        y += static_cast<double>(strength * to_source.y);
        z += static_cast<double>(strength * to_source.z);
        potential -= static_cast<double>(mass * to_source.inverse);
    }

    // The pull's change per unit of time when the source moves with `v` relative to the target:
    // m (v / R^3 - 3 (r.v) r / R^5).
    template <class Real>
    void add_jerk(const Separation<Real>& to_source, Real mass, const Motion<Real>& v) {
        const Real strength = mass * to_source.inverse * to_source.inverse;
        const Real approach = 3 * (to_source.x * v.x + to_source.y * v.y + to_source.z * v.z);
        const Real inverse = to_source.inverse;
        jerk_x += static_cast<double>(strength * (inverse * (v.x - approach * to_source.x)));
        jerk_y += static_cast<double>(strength * (inverse * (v.y - approach * to_source.y)));
        jerk_z += static_cast<double>(strength * (inverse * (v.z - approach * to_source.z)));
    }

    // G times the sums, to entry `i` of what is wanted.
    template <class Real>
    void store(double gravity, const AccelerationsView<Real>& result, std::size_t i) const {
        const auto store_one = [&](Real* array, double sum) {
            if (array != nullptr) {
                result.store(array[i], static_cast<Real>(gravity * sum));
            }
        };
        store_one(result.x, x);
        store_one(result.y, y);
        store_one(result.z, z);
        store_one(result.potential, potential);
        store_one(result.jerk_x, jerk_x);
        store_one(result.jerk_y, jerk_y);
        store_one(result.jerk_z, jerk_z);
    }
};

} // namespace orrery
