// Defaults for a system that comes without advice.
//
// Time step: the time scale of gravity where the mean density within r is M(r) / r^3 is
//     t = sqrt((r^2 + eps^2)^(3/2) / (G M(r))),
// an orbit there takes 2 pi t. A step is the smallest such t over up to a few hundred centres, each
// with the hundredth of the bodies nearest to it, divided by 16 (100 steps an orbit), or by 64
// where there is no softening to tame close encounters. That gives 1/16 for the galaxy of the CUDA
// samples, with an energy error of 2e-5 over 160 steps, measured by direct summation. Bodies that
// fly too fast for gravity to matter get the same fraction of the time that crosses the system.
//
// Cost: O(N) to pick a sample, then at most 4096 x 280 distances. The heaviest bodies are always in
// the sample, or the Sun would be missed among its asteroids; the others stand for all the rest.

#include "sim/snapshots/suggested_defaults.hpp"

#include "sim/body_arrays.hpp"
#include "sim/snapshots/file_position.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t sample_size = 4096;
constexpr std::size_t heaviest_count = 16;
constexpr std::size_t centre_count = 256;
constexpr double nearest_fraction = 0.01;
constexpr double bulk_fraction = 0.8;
constexpr double fallback_step = 1.0 / 128;

struct SampledBody {
    double x, y, z, mass; // mass: also of the bodies it stands for
};

// Evenly spaced bodies, from the first to the last, about `sample_size` of them.
std::vector<std::size_t> evenly_spaced(std::size_t bodies) {
    const std::size_t stride = (bodies + sample_size - 1) / sample_size;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < bodies; i += stride) {
        indices.push_back(i);
    }
    return indices;
}

// The heaviest bodies first.
std::vector<SampledBody> weighted_sample(const Bodies<double>& bodies) {
    std::vector<std::size_t> heaviest(bodies.size());
    std::iota(heaviest.begin(), heaviest.end(), std::size_t{0});
    const std::size_t kept = std::min(heaviest_count, bodies.size());
    std::partial_sort(heaviest.begin(), heaviest.begin() + static_cast<std::ptrdiff_t>(kept),
                      heaviest.end(), [&](std::size_t a, std::size_t b) {
                          return bodies.mass[a] != bodies.mass[b] ? bodies.mass[a] > bodies.mass[b]
                                                                  : a < b;
                      });
    heaviest.resize(kept);

    std::vector<SampledBody> sample;
    const auto add = [&](std::size_t i) {
        sample.push_back(
            {bodies.position.x[i], bodies.position.y[i], bodies.position.z[i], bodies.mass[i]});
    };
    std::ranges::for_each(heaviest, add);
    for (const std::size_t i : evenly_spaced(bodies.size())) {
        if (std::ranges::find(heaviest, i) == heaviest.end()) {
            add(i);
        }
    }

    const double total = std::accumulate(bodies.mass.begin(), bodies.mass.end(), 0.0);
    const auto sum = [](auto begin, auto end) {
        return std::accumulate(begin, end, 0.0,
                               [](double m, const SampledBody& b) { return m + b.mass; });
    };
    const auto others = sample.begin() + static_cast<std::ptrdiff_t>(kept);
    const double heavy_mass = sum(sample.begin(), others);
    const double other_mass = sum(others, sample.end());
    const double weight = other_mass > 0 ? std::max(0.0, total - heavy_mass) / other_mass : 1;
    std::for_each(others, sample.end(), [weight](SampledBody& b) { b.mass *= weight; });
    return sample;
}

// The dynamical time around one of the sampled bodies. `nearest` is scratch.
double dynamical_time(const std::vector<SampledBody>& sample, const SampledBody& centre,
                      double gravity, double softening,
                      std::vector<std::pair<double, double>>& nearest) {
    nearest.clear();
    for (const SampledBody& body : sample) {
        nearest.emplace_back(std::pow(body.x - centre.x, 2) + std::pow(body.y - centre.y, 2) +
                                 std::pow(body.z - centre.z, 2),
                             body.mass);
    }
    // The centre itself is the nearest of all.
    const std::size_t neighbours = std::max<std::size_t>(
        1, static_cast<std::size_t>(nearest_fraction * static_cast<double>(sample.size())));
    const auto last = nearest.begin() + static_cast<std::ptrdiff_t>(neighbours);
    std::nth_element(nearest.begin(), last, nearest.end());
    const double mass = std::accumulate(nearest.begin(), last + 1, 0.0,
                                        [](double m, const auto& body) { return m + body.second; });
    return std::sqrt(std::pow(last->first + softening * softening, 1.5) / (gravity * mass));
}

double ranked(std::vector<double> values, std::size_t rank) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

struct Bulk {
    double centre[3];
    double radius;
};

Bulk bulk_of(const Bodies<double>& bodies) {
    const std::vector<std::size_t> indices = evenly_spaced(bodies.size());
    const HostArray<double>* axes[] = {&bodies.position.x, &bodies.position.y, &bodies.position.z};
    Bulk bulk = {};
    std::vector<double> squared(indices.size(), 0.0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        std::vector<double> values;
        values.reserve(indices.size());
        for (const std::size_t i : indices) {
            values.push_back((*axes[axis])[i]);
        }
        bulk.centre[axis] = ranked(values, values.size() / 2);
        for (std::size_t k = 0; k < values.size(); ++k) {
            squared[k] += std::pow(values[k] - bulk.centre[axis], 2);
        }
    }
    const double last = static_cast<double>(squared.size() - 1);
    bulk.radius = std::sqrt(ranked(squared, static_cast<std::size_t>(bulk_fraction * last)));
    return bulk;
}

double root_mean_square_speed(const Bodies<double>& bodies) {
    double sum = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        sum += std::pow(bodies.velocity.x[i], 2) + std::pow(bodies.velocity.y[i], 2) +
               std::pow(bodies.velocity.z[i], 2);
    }
    return std::sqrt(sum / static_cast<double>(bodies.size()));
}

} // namespace

double suggested_time_step(const System& system) {
    const Bodies<double>& bodies = system.bodies;
    double step = std::numeric_limits<double>::infinity();
    const auto consider = [&step](double candidate) {
        if (std::isfinite(candidate) && candidate > 0) {
            step = std::min(step, candidate);
        }
    };
    if (bodies.size() > 1) {
        const std::vector<SampledBody> sample = weighted_sample(bodies);
        const std::size_t stride = std::max<std::size_t>(1, sample.size() / centre_count);
        const double fraction = system.softening > 0 ? 1.0 / 16 : 1.0 / 64;
        std::vector<std::pair<double, double>> scratch;
        for (std::size_t i = 0; i < sample.size(); i += i < heaviest_count ? 1 : stride) {
            consider(fraction * dynamical_time(sample, sample[i], system.units.gravity,
                                               system.softening, scratch));
        }
        consider(fraction * bulk_of(bodies).radius / root_mean_square_speed(bodies));
    }
    // Powers of two end near 1e308; no system is that slow.
    return step < 1e300 ? std::exp2(std::round(std::log2(step))) : fallback_step;
}

Viewpoint natural_viewpoint(const Bodies<double>& bodies) {
    const Bulk bulk = bulk_of(bodies);
    Viewpoint viewpoint;
    std::copy(std::begin(bulk.centre), std::end(bulk.centre), std::begin(viewpoint.centre));
    // With the camera's usual 45 degrees from bottom to top this shows a sphere of the bulk's
    // radius whole, and room around it. 0, for bodies at one point, frames everything.
    viewpoint.distance = std::isfinite(3 * bulk.radius) ? 3 * bulk.radius : 0;
    return viewpoint;
}

void suggest_defaults(System& system, const std::filesystem::path& file) {
    Catalogue& catalogue = system.catalogue;
    catalogue.title = file == "-" ? in_words(file) : file.stem().string();
    if (catalogue.components.empty()) {
        catalogue.components.push_back({"bodies", 0, system.bodies.size()});
    }
    system.softening = mean_softening(system.bodies, catalogue.softenings);
    system.time_step = suggested_time_step(system);
    system.viewpoint = natural_viewpoint(system.bodies);
}

} // namespace orrery
