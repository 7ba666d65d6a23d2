// The pull of a mass and all its images in a periodic box.
//
//   phi(r) = - sum_n erfc(alpha R_n) / R_n,   R_n^2 = |r - n|^2 + softening^2
//            - 4 pi / V sum_{k != 0} exp(-k^2 / 4 alpha^2) s(k) / k^2 cos(k.r) + mean
//
// s and mean: softened_waves.hpp, 1 and pi / (alpha^2 V) without softening.
//
// Idea:    every image is surrounded by a Gaussian cloud of the opposite mass, so that its reach is
//          short; the clouds together are smooth, so that few plane waves make them up. The last
//          term keeps the mean potential at 0 whatever alpha is.
// Source:  Ewald, Ann. Phys. 369, 253 (1921); Hernquist, Bouchet & Suto, ApJS 75, 231 (1991).
// Cost:    about 300 images and as many waves: some 10 microseconds.
// Error:   a few 1e-15 of 1 / L^2.

#include "sim/periodic/ewald.hpp"

#include "sim/periodic/cloud.hpp"
#include "sim/periodic/softened_waves.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// erfc(reach) and exp(-reach^2) are below the rounding errors of the sums.
constexpr double reach = 6.2;

// Calls visit(a, b, c) for all whole numbers up to `most` of either sign.
template <class Visit>
void for_each_triple(const std::array<int, 3>& most, const Visit& visit) {
    for (int a = -most[0]; a <= most[0]; ++a) {
        for (int b = -most[1]; b <= most[1]; ++b) {
            for (int c = -most[2]; c <= most[2]; ++c) {
                visit(a, b, c);
            }
        }
    }
}

} // namespace

Vector3 nearest_image(const PeriodicBox& box, const Vector3& displacement) {
    const auto along = [](double d, double edge) { return d - edge * std::nearbyint(d / edge); };
    return {along(displacement.x, box.lengths[0]), along(displacement.y, box.lengths[1]),
            along(displacement.z, box.lengths[2])};
}

EwaldSum::EwaldSum(const PeriodicBox& box, double splitting, double softening)
    : box_(box), softening_(softening) {
    const auto& [x, y, z] = box.lengths;
    const double volume = x * y * z;
    splitting_ = splitting > 0 ? splitting : std::sqrt(std::numbers::pi) / std::cbrt(volume);
    mean_ = mean_short_potential(box, softening, 1 / splitting_);

    std::array<int, 3> most;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        most[axis] = static_cast<int>(std::ceil(reach / splitting_ / box.lengths[axis] + 0.5));
    }
    for_each_triple(most, [&](int a, int b, int c) {
        // From the nearest point of the box around the origin.
        const auto apart = [](int n, double edge) {
            return std::max(std::abs(n) - 0.5, 0.0) * edge;
        };
        const Vector3 least{apart(a, x), apart(b, y), apart(c, z)};
        if ((a != 0 || b != 0 || c != 0) && splitting_ * length(least) < reach) {
            images_.push_back({a * x, b * y, c * z});
        }
    });

    const Vector3 unit{2 * std::numbers::pi / x, 2 * std::numbers::pi / y,
                       2 * std::numbers::pi / z};
    const double largest = 2 * splitting_ * reach;
    most = {static_cast<int>(largest / unit.x), static_cast<int>(largest / unit.y),
            static_cast<int>(largest / unit.z)};
    for_each_triple(most, [&](int a, int b, int c) {
        const bool one_of_pair = a > 0 || (a == 0 && (b > 0 || (b == 0 && c > 0)));
        const Vector3 k{a * unit.x, b * unit.y, c * unit.z};
        const double k2 = dot(k, k);
        if (one_of_pair && k2 < largest * largest) {
            const double cloud = std::exp(-k2 / (4 * splitting_ * splitting_)) *
                                 softened_wave(k2, softening, 1 / splitting_);
            waves_.push_back({k, 8 * std::numbers::pi / volume * cloud / k2});
        }
    });
    self_potential_ = correction({}).potential;
}

EwaldSum::Pull EwaldSum::correction(const Vector3& displacement) const {
    const Vector3 r = nearest_image(box_, displacement);
    const auto softened = [this](const Vector3& way) {
        return std::sqrt(dot(way, way) + softening_ * softening_);
    };
    const Cloud<double> near(splitting_ * softened(r));
    const double cubed = splitting_ * splitting_ * splitting_;
    Pull sum{cubed * near.pull * r, splitting_ * near.potential + mean_};
    for (const Vector3& image : images_) {
        const Vector3 apart = r - image;
        const double distance = softened(apart);
        const double x = splitting_ * distance;
        if (x < reach) {
            const double left = std::erfc(x) / distance;
            const double edge = 2 * std::numbers::inv_sqrtpi * splitting_ * std::exp(-x * x) + left;
            sum.acceleration = sum.acceleration - edge / (distance * distance) * apart;
            sum.potential -= left;
        }
    }
    for (const auto& [k, strength] : waves_) {
        const double phase = dot(k, r);
        sum.acceleration = sum.acceleration - strength * std::sin(phase) * k;
        sum.potential -= strength * std::cos(phase);
    }
    return sum;
}

EwaldSum::Pull EwaldSum::pull(const Vector3& displacement) const {
    Pull all = correction(displacement);
    const Vector3 r = nearest_image(box_, displacement);
    const double distance = std::sqrt(dot(r, r) + softening_ * softening_);
    all.acceleration = all.acceleration - 1 / (distance * distance * distance) * r;
    all.potential -= 1 / distance;
    return all;
}

} // namespace orrery
