#pragma once

#include <cmath>

namespace orrery {

struct Vector3 {
    double x = 0, y = 0, z = 0;

    friend constexpr Vector3 operator+(const Vector3& a, const Vector3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend constexpr Vector3 operator-(const Vector3& a, const Vector3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend constexpr Vector3 operator*(double factor, const Vector3& v) {
        return {factor * v.x, factor * v.y, factor * v.z};
    }
};

constexpr double dot(const Vector3& a, const Vector3& b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

constexpr Vector3 cross(const Vector3& a, const Vector3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline double length(const Vector3& v) {
    return std::sqrt(dot(v, v));
}

} // namespace orrery
