#pragma once

// Masses as whole numbers of a unit, whose sums are the same in whatever order they are added up.
//
// Idea:    a brick of the mesh has a unit of its own: a power of two, so small that what a body
//          gives to a point is many of them, and so large that no sum over a part of the brick
//          overflows, in double none over the brick. So no bit depends on where a body is in
//          memory, and threads may add to the same point at once.
//          What is less than a unit is rounded up as often as it should be, by a number of the
//          body's own that its place decides: so bodies too light to be seen beside a heavy one
//          give nothing or a unit, and all together what they have.
// Source:  Le Grand, Goetz & Walker, Comput. Phys. Commun. 184, 374 (2013): forces likewise.
// Cost:    an addition for each product beside a sum in floating point: a fused one rounds.
// Error:   up to a unit a point: of the largest mass in a brick at most 2^-22 in float for up to
//          511 bodies, 2^-19 for 2,048 or more; in double 2^-51, from 4,096 bodies on twice as much
//          for each doubling of them. Of many bodies it grows with the root of their number.

#include "sim/base/point_mass.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>

namespace orrery {

template <class Real>
struct WholeMass {
    static constexpr bool is_float = std::is_same_v<Real, float>;
    using Number = std::conditional_t<is_float, int, long long>;
    // Of a mass without its sign: larger for a larger one, largest where it is no number.
    using Bits = std::conditional_t<is_float, unsigned, unsigned long long>;

    // What one body gives has no more bits than rounded_product() keeps, a sum no more than a
    // Number has beside its sign.
    static constexpr int most_bits = is_float ? 22 : 51;
    static constexpr int sum_bits = is_float ? 31 : 63;

    // From -1/2 to 1/2, as if it were drawn for each place.
    __device__ static Real threshold(const PointMass<Real>& body) {
        std::uint32_t mixed = 0;
        for (const Real place : {body.x, body.y, body.z}) {
            mixed = (mixed ^ __float_as_uint(static_cast<float>(place))) * 0x9e3779b1U;
            mixed ^= mixed >> 15;
        }
        mixed *= 0x85ebca77U;
        return static_cast<Real>(static_cast<int>(mixed ^ mixed >> 13)) * Real(0x1p-32);
    }

    // The product, which has at most most_bits before the point, and up to half of one added.
    __device__ static Number rounded_product(Real a, Real b, Real added) {
        if constexpr (is_float) {
            constexpr float shifts_out = 1.5F * (1 << 23);
            return __float_as_int(__fadd_rn(__fmaf_rn(a, b, added), shifts_out)) -
                   __float_as_int(shifts_out);
        } else {
            constexpr double shifts_out = 1.5 * (1LL << 52);
            return __double_as_longlong(__dadd_rn(__fma_rn(a, b, added), shifts_out)) -
                   __double_as_longlong(shifts_out);
        }
    }

    __device__ static Bits bits(Real mass) {
        if constexpr (is_float) {
            return __float_as_uint(fabsf(mass));
        } else {
            return static_cast<Bits>(__double_as_longlong(fabs(mass)));
        }
    }
    __device__ static Real of_bits(Bits bits) {
        if constexpr (is_float) {
            return __uint_as_float(bits);
        } else {
            return __longlong_as_double(static_cast<long long>(bits));
        }
    }

    __device__ static void add(Number* to, Number number) {
        if constexpr (is_float) {
            atomicAdd(to, number);
        } else {
            atomicAdd(reinterpret_cast<Bits*>(to), static_cast<Bits>(number));
        }
    }
};

// The unit of a brick is 2^-shift.
inline constexpr int no_number = std::numeric_limits<int>::max(); // some body has none

// For masses of at most `largest`, of which `together` are added up. The sums are less than
// together 2^bits, which is less than 2^sum_bits.
template <class Real>
__device__ int shift_of_unit(typename WholeMass<Real>::Bits largest, unsigned together) {
    using Whole = WholeMass<Real>;
    const Real mass = Whole::of_bits(largest);
    if (!isfinite(mass)) {
        return no_number;
    }
    if (mass == 0) {
        return 0;
    }
    int exponent = 0;
    frexp(mass, &exponent); // mass < 2^exponent
    constexpr int width = 32;
    const int doublings = width - __clz(static_cast<int>(together)); // together < 2^doublings
    return min(Whole::most_bits, Whole::sum_bits - doublings) - exponent;
}

// A sum of such numbers as a mass.
template <class Real>
__device__ Real mass_of(long long sum, int shift) {
    return shift == no_number ? std::numeric_limits<Real>::quiet_NaN()
                              : ldexp(static_cast<Real>(sum), -shift);
}

} // namespace orrery
