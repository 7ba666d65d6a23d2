#pragma once

namespace orrery {

struct Vector3 {
    double x = 0, y = 0, z = 0;

    friend Vector3 operator+(const Vector3& a, const Vector3& b) {
        return {a.x + b.x, a.y + b.y, a.z + b.z};
    }
    friend Vector3 operator-(const Vector3& a, const Vector3& b) {
        return {a.x - b.x, a.y - b.y, a.z - b.z};
    }
    friend Vector3 operator*(double factor, const Vector3& v) {
        return {factor * v.x, factor * v.y, factor * v.z};
    }
};

} // namespace orrery
