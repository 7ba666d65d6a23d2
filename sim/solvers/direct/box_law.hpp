#pragma once

#include "sim/force_request.hpp"
#include "sim/periodic/ewald_split.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/state/host_array.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace orrery {

// Whole numbers as wide as a Real.
template <class Real>
using WholeOf = std::conditional_t<std::is_same_v<Real, float>, std::int32_t, std::int64_t>;

// The functions of a cloud (Cloud) as polynomials that vectors evaluate. Near its centre, for
// x <= middle, E, F and H themselves, in v = 2 x^2 / middle^2 - 1; from there to the cutoff the
// share of a point mass's potential, pull and change that the cloud has, x E, x^3 F and x^5 H / 3,
// in v = 2 (x - middle) / (reach - middle) - 1. So errors are relative to what is added up.
template <class Real>
struct CloudSeries {
    static constexpr bool in_float = std::is_same_v<Real, float>;
    static constexpr double reach = EwaldSplit::reach_in<Real>();
    static constexpr double middle = in_float ? 1.4 : 2.0;
    static constexpr std::size_t inner_terms = in_float ? 8 : 18; // even
    static constexpr std::size_t outer_terms = in_float ? 14 : 30;

    template <std::size_t terms>
    struct Functions {
        std::array<Real, terms> potential, pull, change;
    };
    Functions<inner_terms> inner;
    Functions<outer_terms> outer;
};

// Made once for each precision.
template <class Real>
const CloudSeries<Real>& cloud_series();

// The pairs' half of the force law in a periodic box (EwaldSplit), in the precision that a kernel
// computes in.
template <class Real>
struct BoxLaw {
    // Of an image of the sources.
    BoxLaw(const EwaldSplit& split, const Vector3& image);

    Real unit_x, unit_y, unit_z;    // an edge over the number of whole places along it
    Real shift_x, shift_y, shift_z; // from the nearest image
    Real softening_squared;
    Real alpha, alpha_squared;
    Real middle_squared, cutoff_squared; // of R^2, where the cloud's functions change
    Real inner_scale;                    // of R^2: v = inner_scale R^2 - 1
    Real outer_scale, outer_offset;      // of R: v = outer_scale R + outer_offset
};

// Bodies in a box as kernels want them. A place along an edge is a whole number of its 2^32nd parts
// (2^64th in double), so that differences turn over by themselves to the nearest image; and what is
// left, which keeps close pairs as exact as their coordinates are. Padded as HostArray is.
template <class Real>
struct BoxBodiesView {
    std::size_t count = 0;
    const WholeOf<Real>*x = nullptr, *y = nullptr, *z = nullptr;
    const Real *rest_x = nullptr, *rest_y = nullptr, *rest_z = nullptr;
    const Real* mass = nullptr;
    const Real *vx = nullptr, *vy = nullptr, *vz = nullptr; // for jerks
};

template <class Real>
class BoxBodies {
public:
    BoxBodies() = default;
    explicit BoxBodies(std::size_t count, bool with_velocities);

    // Body k becomes the one at `i` of `bodies`.
    void set(std::size_t k, const BodiesView<Real>& bodies, std::size_t i, const PeriodicBox& box);

    BoxBodiesView<Real> view() const;
    std::size_t size() const { return mass_.size(); }
    std::size_t bytes() const;

private:
    HostArray<WholeOf<Real>> whole_[3];
    HostArray<Real> rest_[3];
    HostArray<Real> mass_;
    HostArray<Real> velocity_[3];
};

} // namespace orrery
