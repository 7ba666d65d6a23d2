#pragma once

// Stand-ins for a node's bodies: mass, centre of mass and second moments, on host and GPU.
//
// Moments are what is summed: in double and about the centre of mass, so that nothing cancels
// however far the bodies are from the origin. Multipole is what forces are computed from, in the
// precision of the bodies. Its order is 2; an expansion of any order takes the place of both.

#include "sim/base/point_mass.hpp"

namespace orrery {

// Mass, centre and second moments about the centre: xy = sum m (x - centre_x) (y - centre_y). In
// double precision: a cell far from the origin is small against its coordinates.
struct Moments {
    double mass = 0;
    double x = 0, y = 0, z = 0;
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

    // Adds the moments of `part`, as seen from the point (at_x, at_y, at_z): first moments of all
    // masses met are sums here until centred() is called.
    constexpr void add(const Moments& part, double at_x, double at_y, double at_z) {
        const double dx = part.x - at_x;
        const double dy = part.y - at_y;
        const double dz = part.z - at_z;
        mass += part.mass;
        x += part.mass * dx;
        y += part.mass * dy;
        z += part.mass * dz;
        xx += part.xx + part.mass * dx * dx;
        xy += part.xy + part.mass * dx * dy;
        xz += part.xz + part.mass * dx * dz;
        yy += part.yy + part.mass * dy * dy;
        yz += part.yz + part.mass * dy * dz;
        zz += part.zz + part.mass * dz * dz;
    }
    constexpr void add(double body_mass, double body_x, double body_y, double body_z, double at_x,
                       double at_y, double at_z) {
        Moments body;
        body.mass = body_mass;
        body.x = body_x;
        body.y = body_y;
        body.z = body_z;
        add(body, at_x, at_y, at_z);
    }

    // From sums about that point to moments about the centre of mass; the point itself where there
    // is no mass.
    constexpr Moments centred(double at_x, double at_y, double at_z) const {
        Moments own = *this;
        const double per_mass = mass > 0 ? 1 / mass : 0;
        const double dx = x * per_mass;
        const double dy = y * per_mass;
        const double dz = z * per_mass;
        own.x = at_x + dx;
        own.y = at_y + dy;
        own.z = at_z + dz;
        own.xx -= mass * dx * dx;
        own.xy -= mass * dx * dy;
        own.xz -= mass * dx * dz;
        own.yy -= mass * dy * dy;
        own.yz -= mass * dy * dz;
        own.zz -= mass * dz * dz;
        return own;
    }

    // The mean squared distance of the mass from its centre.
    constexpr double size_squared() const {
        const double trace = xx + yy + zz;
        return mass > 0 && trace > 0 ? trace / mass : 0;
    }
};

// The second moments per mass, so that even those of a star's mass in kilograms fit a float, and of
// their trace T what the force asks for, -3/2 T, and the potential, -1/2 T.
template <class Real>
struct alignas(16) Quadrupole {
    Real xx, xy, xz, yy, yz, zz;
    Real force_trace, potential_trace;

    static constexpr Quadrupole of(const Moments& moments) {
        const double per_mass = moments.mass > 0 ? 1 / moments.mass : 0;
        const double trace = moments.xx + moments.yy + moments.zz;
        return {Real(moments.xx * per_mass),   Real(moments.xy * per_mass),
                Real(moments.xz * per_mass),   Real(moments.yy * per_mass),
                Real(moments.yz * per_mass),   Real(moments.zz * per_mass),
                Real(-1.5 * trace * per_mass), Real(-0.5 * trace * per_mass)};
    }
};

template <class Real>
constexpr PointMass<Real> monopole_of(const Moments& moments) {
    return {Real(moments.x), Real(moments.y), Real(moments.z), Real(moments.mass)};
}

} // namespace orrery
