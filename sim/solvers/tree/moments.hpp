#pragma once

// What a cell of a tree knows of its bodies: mass, centre of mass, second moments and the box that
// holds them.

#include <cmath>

namespace orrery {

// A box with its faces along the axes; empty before the first point.
template <class Real>
struct alignas(2 * sizeof(Real)) Box {
    Real low_x, low_y, low_z;
    Real high_x, high_y, high_z;

    static constexpr Box around(Real x, Real y, Real z) { return {x, y, z, x, y, z}; }

    constexpr void extend(const Box& other) {
        low_x = other.low_x < low_x ? other.low_x : low_x;
        low_y = other.low_y < low_y ? other.low_y : low_y;
        low_z = other.low_z < low_z ? other.low_z : low_z;
        high_x = other.high_x > high_x ? other.high_x : high_x;
        high_y = other.high_y > high_y ? other.high_y : high_y;
        high_z = other.high_z > high_z ? other.high_z : high_z;
    }

    // Along one axis: 0 inside.
    static constexpr Real outside(Real low, Real high, Real at) {
        return at < low ? low - at : at > high ? at - high : Real(0);
    }
    // Squared distance of a point from the nearest point of the box; 0 inside.
    constexpr Real distance_squared(Real x, Real y, Real z) const {
        const Real dx = outside(low_x, high_x, x);
        const Real dy = outside(low_y, high_y, y);
        const Real dz = outside(low_z, high_z, z);
        return dx * dx + dy * dy + dz * dz;
    }
};

// Mass, centre and second moments about the centre: xy = sum m (x - centre_x) (y - centre_y). In
// double precision: a cell far from the origin is small against its coordinates.
struct Moments {
    double mass = 0;
    double x = 0, y = 0, z = 0;
    double xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

    // Those of `part`, as seen from the point (at_x, at_y, at_z): first moments of all masses met
    // are sums here until centred() is called.
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

} // namespace orrery
