#include "sim/periodic/ewald_split.hpp"

#include "sim/periodic/softened_waves.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace orrery {
namespace {

// With half of the shortest edge, no image but the nearest is within the cutoff, and as many waves
// are needed as such cubes fill the box. Of more than these, images are cheaper.
double best_cutoff(double shortest, double volume) {
    constexpr double most_cubes = 32;
    return std::max(shortest, std::cbrt(volume / most_cubes)) / 2;
}

} // namespace

EwaldSplit::EwaldSplit(const PeriodicBox& periodic, double until, double softened)
    : box(periodic), reach(until), softening(softened), images{Vector3{}} {
    const auto& [x, y, z] = box.lengths;
    const double volume = x * y * z;
    cutoff = best_cutoff(std::min({x, y, z}), volume);
    alpha = reach / cutoff;
    mean_potential = mean_short_potential(box, softening, 1 / alpha);

    const auto most = [&](double edge) {
        return static_cast<int>(std::ceil(cutoff / edge - 0.5)); // 0: at most half an edge
    };
    // Between the nearest image's place and another image, at least.
    const auto apart = [](int n, double edge) { return std::max(std::abs(n) - 0.5, 0.0) * edge; };
    for (int a = -most(x); a <= most(x); ++a) {
        for (int b = -most(y); b <= most(y); ++b) {
            for (int c = -most(z); c <= most(z); ++c) {
                const bool nearest = a == 0 && b == 0 && c == 0;
                if (!nearest && length({apart(a, x), apart(b, y), apart(c, z)}) < cutoff) {
                    images.push_back({a * x, b * y, c * z});
                }
            }
        }
    }
}

} // namespace orrery
