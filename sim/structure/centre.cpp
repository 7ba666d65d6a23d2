#include "sim/structure/centre.hpp"

#include "sim/structure/places.hpp"
#include "sim/structure/spread_over.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t core_sample = 20'000;

Centre core_of(const Bodies<double>& bodies) {
    const std::vector<std::size_t> sampled = spread_over(bodies.size(), core_sample);
    VectorArray<double> positions(sampled.size());
    std::vector<double> masses(sampled.size());
    for (std::size_t k = 0; k < sampled.size(); ++k) {
        positions.x[k] = bodies.position.x[sampled[k]];
        positions.y[k] = bodies.position.y[sampled[k]];
        positions.z[k] = bodies.position.z[sampled[k]];
        masses[k] = bodies.mass[sampled[k]];
    }
    const DensestCore core = densest_core(positions, masses);
    Centre centre{.position = core.position};
    double mass = 0;
    for (const std::size_t k : core.within) {
        mass += masses[k];
        centre.velocity = centre.velocity + masses[k] * vector_of(bodies.velocity, sampled[k]);
    }
    centre.velocity = mass > 0 ? 1 / mass * centre.velocity : Vector3{};
    return centre;
}

} // namespace

// Power et al., MNRAS 338, 14 (2003), with a last sphere of a fiftieth of the bodies.
DensestCore densest_core(const VectorArray<double>& position, std::span<const double> mass) {
    DensestCore core;
    std::vector<std::size_t>& within = core.within;
    within.resize(position.size());
    for (std::size_t k = 0; k < within.size(); ++k) {
        within[k] = k;
    }
    const std::size_t fewest = std::max<std::size_t>(within.size() / 50, 10);
    while (true) {
        double total = 0;
        Vector3 sum;
        for (const std::size_t k : within) {
            sum = sum + mass[k] * vector_of(position, k);
            total += mass[k];
        }
        core.position = total > 0 ? 1 / total * sum : core.position;
        if (within.size() <= fewest) {
            return core;
        }
        // The nearest four in five of them: far bodies cannot draw it aside for long.
        const std::size_t kept = std::max(fewest, within.size() * 4 / 5);
        const auto distance = [&](std::size_t k) {
            const Vector3 way = vector_of(position, k) - core.position;
            return dot(way, way);
        };
        std::nth_element(within.begin(), within.begin() + static_cast<std::ptrdiff_t>(kept),
                         within.end(),
                         [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
        within.resize(kept);
    }
}

Centre find_centre(const Bodies<double>& bodies) {
    if (bodies.size() == 0) {
        return {};
    }
    double total = 0;
    std::size_t heaviest = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        total += bodies.mass[i];
        heaviest = bodies.mass[i] > bodies.mass[heaviest] ? i : heaviest;
    }
    Centre centre;
    if (bodies.mass[heaviest] > total / 2) {
        centre = {.position = vector_of(bodies.position, heaviest),
                  .velocity = vector_of(bodies.velocity, heaviest),
                  .body = heaviest,
                  .body_mass = bodies.mass[heaviest]};
    } else {
        centre = core_of(bodies);
    }
    centre.mass = total;
    return centre;
}

} // namespace orrery
