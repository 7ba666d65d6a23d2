#pragma once

// The pull of one body on another in a periodic box, on the GPU: the pairs' half of an Ewald sum
// (EwaldSplit), whose other half are plane waves (gpu_plane_waves.cuh).
//
//   potential  -m/R erfc(x),   pull  m/R^3 (erfc(x) + 2 x / sqrt(pi) exp(-x^2)) r,   x = alpha R
//
// Idea:    a body's place along an edge is a whole number of its 2^32nd parts (2^64th in double),
//          kept in the bits of the coordinate that it had. Differences of such numbers turn over by
//          themselves to the nearest image, so that a kernel differs in nothing but its pairs.
// Source:  whole numbers as places: Springel et al., MNRAS 506, 2871 (2021), 2.2; erfc in float:
//          Abramowitz & Stegun (1964), 7.1.26.
// Cost:    a pair in float about three times an open one's instructions, in double eight times.
// Error:   bodies closer than such a part are at one place; erfc to 1.5e-7 in float.

#include "sim/periodic/cloud.hpp"
#include "sim/periodic/ewald_split.hpp"
#include "sim/solvers/direct/gpu_pair.cuh"

#include <cmath>
#include <limits>
#include <type_traits>

namespace orrery {

template <class Real>
using WholePlace = std::conditional_t<std::is_same_v<Real, float>, int, long long>;
template <class Real>
inline constexpr int place_bits =
    std::numeric_limits<std::make_unsigned_t<WholePlace<Real>>>::digits;

__device__ inline int whole_place(float place) {
    return __float_as_int(place);
}
__device__ inline long long whole_place(double place) {
    return __double_as_longlong(place);
}

__device__ inline float from_whole(int place) {
    return __int_as_float(place);
}
__device__ inline double from_whole(long long place) {
    return __longlong_as_double(place);
}

// The law between a target and one image of the sources.
template <class Real>
struct BoxPairLaw {
    BoxPairLaw() = default;
    BoxPairLaw(const EwaldSplit& split, const Vector3& image)
        : softening_squared(static_cast<Real>(split.softening * split.softening)),
          alpha(static_cast<Real>(split.alpha)),
          own_cloud(static_cast<Real>(split.alpha *
                                      Cloud<double>(split.alpha * split.softening).potential)),
          nearest(length(image) == 0) {
        const double shifts[] = {image.x, image.y, image.z};
        for (int axis = 0; axis < 3; ++axis) {
            const double edge = split.box.lengths[static_cast<std::size_t>(axis)];
            unit[axis] = static_cast<Real>(std::ldexp(edge, -place_bits<Real>));
            shift[axis] = static_cast<Real>(shifts[axis]);
        }
    }

    // From one place to the other's image.
    __device__ Real along(int axis, Real from, Real to) const {
        using Turning = std::make_unsigned_t<WholePlace<Real>>;
        const auto parts = static_cast<WholePlace<Real>>(static_cast<Turning>(whole_place(to)) -
                                                         static_cast<Turning>(whole_place(from)));
        return fma(static_cast<Real>(parts), unit[axis], shift[axis]);
    }

    Real unit[3]; // of a place
    Real shift[3];
    Real softening_squared, alpha;
    Real own_cloud; // the potential in the middle of a body's cloud
    bool nearest;   // where a body meets itself
};

// What a cloud leaves of a point's potential and pull, and how fast the pull falls off with it.
template <class Real>
struct LeftByCloud {
    Real potential, pull, bend;

    __device__ LeftByCloud(Real gauss, Real error_function, Real x)
        : potential(error_function),
          pull(fma(Real(1.1283791670955126) * x, gauss, error_function)), // 2 / sqrt(pi)
          bend(Real(2.2567583341910252) * x * x * x * gauss) {}
};
__device__ inline LeftByCloud<float> left_by_cloud(float x) {
    const float gauss = __expf(-x * x);
    const float t = __fdividef(1.0F, fma(0.3275911F, x, 1.0F));
    float series = fma(1.061405429F, t, -1.453152027F);
    series = fma(series, t, 1.421413741F);
    series = fma(series, t, -0.284496736F);
    series = fma(series, t, 0.254829592F);
    return {gauss, series * t * gauss, x};
}
__device__ inline LeftByCloud<double> left_by_cloud(double x) {
    return {exp(-x * x), erfc(x), x};
}

// As in open space, but for an image and with what a cloud leaves of it.
template <class RealType, bool with_potential, bool with_jerk, bool with_contact>
struct PairGeometry<PairKind<RealType, with_potential, with_jerk, with_contact, true>> {
    using Real = RealType;
    using Kind = PairKind<RealType, with_potential, with_jerk, with_contact, true>;
    const BoxPairLaw<Real>& law;
    Real x, y, z;
    Real r2 = fma(z, z, fma(y, y, fma(x, x, law.softening_squared)));
    Real inverse = inverse_distance<Kind>(r2);
    LeftByCloud<Real> left = left_by_cloud(law.alpha * r2 * inverse);

    __device__ PairGeometry(const PointMass<Real>& target, const PointMass<Real>& source,
                            const BoxPairLaw<Real>& of_image)
        : law(of_image), x(law.along(0, target.x, source.x)), y(law.along(1, target.y, source.y)),
          z(law.along(2, target.z, source.z)) {}

    __device__ Real strength(Real mass) const {
        return (mass * inverse) * (inverse * inverse) * left.pull;
    }
    // In contact a body has the other's cloud alone; its own is the waves' to take away.
    __device__ Real potential(bool itself) const {
        if (itself && law.nearest) {
            return 0;
        }
        return inverse == 0 ? -law.own_cloud : inverse * left.potential;
    }
    __device__ Motion<Real> jerk(Real mass, const Motion<Real>& v) const {
        const Real of_mass = strength(mass);
        const Real bent = (mass * inverse) * (inverse * inverse) * left.bend;
        const Real along = x * v.x + y * v.y + z * v.z;
        const Real approach = (along * inverse) * inverse * fma(Real(3), of_mass, bent);
        return {of_mass * v.x - approach * x, of_mass * v.y - approach * y,
                of_mass * v.z - approach * z};
    }
};

} // namespace orrery
