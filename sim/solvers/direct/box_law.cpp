#include "sim/solvers/direct/box_law.hpp"

#include "sim/periodic/cloud.hpp"
#include "sim/solvers/direct/fitted_polynomial.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

using Wide = long double;

template <class Real>
CloudSeries<Real> fitted_series() {
    using Series = CloudSeries<Real>;
    constexpr Wide middle = Series::middle;
    constexpr Wide reach = Series::reach;
    const auto inner = [=](auto member) {
        return fitted_polynomial<Real, Series::inner_terms>(
            [=](Wide v) { return Cloud<Wide>(middle * std::sqrt((v + 1) / 2)).*member; });
    };
    const auto outer = [=](auto member, int power, Wide of_point) {
        return fitted_polynomial<Real, Series::outer_terms>([=](Wide v) {
            const Wide x = middle + (v + 1) / 2 * (reach - middle);
            return Cloud<Wide>(x).*member * std::pow(x, power) / of_point;
        });
    };
    return {
        {inner(&Cloud<Wide>::potential), inner(&Cloud<Wide>::pull), inner(&Cloud<Wide>::change)},
        {outer(&Cloud<Wide>::potential, 1, 1), outer(&Cloud<Wide>::pull, 3, 1),
         outer(&Cloud<Wide>::change, 5, 3)}};
}

} // namespace

template <class Real>
const CloudSeries<Real>& cloud_series() {
    static const CloudSeries<Real> series = fitted_series<Real>();
    return series;
}

template <class Real>
BoxLaw<Real>::BoxLaw(const EwaldSplit& split, const Vector3& image) {
    using Series = CloudSeries<Real>;
    const auto real = [](double value) { return static_cast<Real>(value); };
    const auto unit = [&](double edge) {
        return real(
            std::ldexp(edge, -std::numeric_limits<std::make_unsigned_t<WholeOf<Real>>>::digits));
    };
    unit_x = unit(split.box.lengths[0]);
    unit_y = unit(split.box.lengths[1]);
    unit_z = unit(split.box.lengths[2]);
    shift_x = real(image.x);
    shift_y = real(image.y);
    shift_z = real(image.z);
    softening_squared = real(split.softening * split.softening);
    alpha = real(split.alpha);
    alpha_squared = real(split.alpha * split.alpha);
    const double middle = Series::middle / split.alpha;
    middle_squared = real(middle * middle);
    cutoff_squared = real(split.cutoff * split.cutoff);
    inner_scale = real(2 / (middle * middle));
    outer_scale = real(2 / (split.cutoff - middle));
    outer_offset = real(-2 * middle / (split.cutoff - middle) - 1);
}

template <class Real>
BoxBodies<Real>::BoxBodies(std::size_t count, bool with_velocities) : mass_(count) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        whole_[axis] = HostArray<WholeOf<Real>>(count);
        rest_[axis] = HostArray<Real>(count);
        velocity_[axis] = HostArray<Real>(with_velocities ? count : 0);
    }
}

template <class Real>
void BoxBodies<Real>::set(std::size_t k, const BodiesView<Real>& bodies, std::size_t i,
                          const PeriodicBox& box) {
    using Whole = WholeOf<Real>;
    using Turning = std::make_unsigned_t<Whole>;
    constexpr int digits = std::numeric_limits<Turning>::digits;
    const Real* const from[] = {bodies.x, bodies.y, bodies.z};
    const Real* const velocity[] = {bodies.vx, bodies.vy, bodies.vz};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double edge = box.lengths[axis];
        const auto place = static_cast<double>(from[axis][i]);
        const double boxes = std::nearbyint(place / edge);
        const double part = std::nearbyint(std::ldexp(place / edge - boxes, digits));
        // Half an edge up and half an edge down are one place, which the lowest number stands for;
        // what is no number keeps that in the rest.
        const bool within = std::abs(part) < std::ldexp(1.0, digits - 1);
        whole_[axis][k] = within ? static_cast<Whole>(part) : std::numeric_limits<Whole>::min();
        rest_[axis][k] =
            static_cast<Real>(std::fma(-(boxes + std::ldexp(part, -digits)), edge, place));
        if (!velocity_[axis].empty()) {
            velocity_[axis][k] = velocity[axis][i];
        }
    }
    mass_[k] = bodies.mass[i];
}

template <class Real>
BoxBodiesView<Real> BoxBodies<Real>::view() const {
    return {size(),
            whole_[0].data(),
            whole_[1].data(),
            whole_[2].data(),
            rest_[0].data(),
            rest_[1].data(),
            rest_[2].data(),
            mass_.data(),
            velocity_[0].data(),
            velocity_[1].data(),
            velocity_[2].data()};
}

template <class Real>
std::size_t BoxBodies<Real>::bytes() const {
    std::size_t bytes = mass_.bytes();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bytes += whole_[axis].bytes() + rest_[axis].bytes() + velocity_[axis].bytes();
    }
    return bytes;
}

template const CloudSeries<float>& cloud_series();
template const CloudSeries<double>& cloud_series();
template struct BoxLaw<float>;
template struct BoxLaw<double>;
template class BoxBodies<float>;
template class BoxBodies<double>;

} // namespace orrery
