#pragma once

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

} // namespace orrery
