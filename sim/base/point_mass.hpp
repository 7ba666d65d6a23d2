#pragma once

namespace orrery {

// A body as the array-of-structures kernels see it: the float4 of the CUDA text books.
template <class Real>
struct alignas(4 * sizeof(Real)) PointMass {
    Real x, y, z, mass;

    constexpr PointMass operator+(const PointMass& other) const {
        return {x + other.x, y + other.y, z + other.z, mass + other.mass};
    }
};

template <class Real>
struct Motion {
    Real x, y, z;

    constexpr Motion operator+(const Motion& other) const {
        return {x + other.x, y + other.y, z + other.z};
    }
    constexpr Motion operator-(const Motion& other) const {
        return {x - other.x, y - other.y, z - other.z};
    }
};

} // namespace orrery
