// The truth that every algorithm is verified against: Plummer-softened direct summation in double
// precision, at chosen bodies.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   phi_i = -G sum_{j != i} m_j / (...)^(1/2)
//
// Idea:    eight targets side by side make vector lanes, and every source is met by all of them, so
//          the sum of each target runs in the order of the sources. Sources come in blocks with
//          sums of their own, which keeps rounding errors at a few parts in 1e16 for millions of
//          bodies.
//          In a periodic box pairs and plane waves share the sum out (sim/periodic/).
// Cost:    targets times bodies interactions, bound by the division and the square root of each;
//          no scratch memory. The result does not depend on the number of workers.

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/periodic/box_pairs.hpp"
#include "sim/periodic/plane_waves.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t lanes = 8;
constexpr std::size_t source_block = 1024;

struct Lanes {
    double x[lanes] = {};
    double y[lanes] = {};
    double z[lanes] = {};
    double potential[lanes] = {};
};

struct TargetLanes {
    double x[lanes], y[lanes], z[lanes];
    double body[lanes]; // its index, as a number that lanes can compare
};

// A number of a body as `Seen` has it.
template <class Seen>
double seen_as(double number) {
    return static_cast<double>(static_cast<Seen>(number));
}

// Adds the pull (without G) of the sources [begin, end) to `sums`.
template <class Seen>
void add_sources(const BodiesView<double>& bodies, std::size_t begin, std::size_t end,
                 const TargetLanes& targets, double softening2, Lanes& sums) {
    for (std::size_t j = begin; j < end; ++j) {
        const double source_x = seen_as<Seen>(bodies.x[j]);
        const double source_y = seen_as<Seen>(bodies.y[j]);
        const double source_z = seen_as<Seen>(bodies.z[j]);
        const double source_mass = seen_as<Seen>(bodies.mass[j]);
        const auto source = static_cast<double>(j);
        for (std::size_t k = 0; k < lanes; ++k) {
            const double x = source_x - targets.x[k];
            const double y = source_y - targets.y[k];
            const double z = source_z - targets.z[k];
            const double r2 = x * x + y * y + z * z + softening2;
            // A body does not pull itself; nor, unsoftened, one at the same point.
            const double mass = targets.body[k] == source ? 0.0 : source_mass;
            const double inverse = (r2 > 0 ? 1.0 : 0.0) / std::sqrt(r2 > 0 ? r2 : 1.0);
            const double pull = mass * inverse * inverse * inverse;
            sums.x[k] += pull * x;
            sums.y[k] += pull * y;
            sums.z[k] += pull * z;
            sums.potential[k] -= mass * inverse;
        }
    }
}

void add_to(Lanes& sums, const Lanes& part) {
    for (std::size_t k = 0; k < lanes; ++k) {
        sums.x[k] += part.x[k];
        sums.y[k] += part.y[k];
        sums.z[k] += part.z[k];
        sums.potential[k] += part.potential[k];
    }
}

template <class Seen>
ReferenceForces forces_of(const BodiesView<double>& bodies, std::span<const std::size_t> targets,
                          double gravity, double softening, Workers& workers,
                          const std::stop_token& stop) {
    ReferenceForces forces{std::vector<Vector3>(targets.size()),
                           std::vector<double>(targets.size()), Outcome::complete};
    std::atomic<bool> cancelled = false;

    workers.for_ranges(targets.size(), lanes, [&](std::size_t first, std::size_t last) {
        TargetLanes group;
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::size_t i = targets[std::min(first + k, last - 1)];
            group.x[k] = seen_as<Seen>(bodies.x[i]);
            group.y[k] = seen_as<Seen>(bodies.y[i]);
            group.z[k] = seen_as<Seen>(bodies.z[i]);
            group.body[k] = static_cast<double>(i);
        }
        Lanes sums;
        for (std::size_t begin = 0; begin < bodies.count; begin += source_block) {
            if (stop.stop_requested()) {
                cancelled = true;
                return;
            }
            Lanes part;
            add_sources<Seen>(bodies, begin, std::min(begin + source_block, bodies.count), group,
                              softening * softening, part);
            add_to(sums, part);
        }
        for (std::size_t k = 0; k < last - first; ++k) {
            forces.acceleration[first + k] = {gravity * sums.x[k], gravity * sums.y[k],
                                              gravity * sums.z[k]};
            forces.potential[first + k] = gravity * sums.potential[k];
        }
    });
    forces.outcome = cancelled ? Outcome::cancelled : Outcome::complete;
    return forces;
}

// Positions and masses as `Seen` has them.
template <class Seen>
Bodies<double> seen_bodies(const BodiesView<double>& bodies) {
    Bodies<double> seen(bodies.count);
    for (std::size_t i = 0; i < bodies.count; ++i) {
        seen.position.x[i] = seen_as<Seen>(bodies.x[i]);
        seen.position.y[i] = seen_as<Seen>(bodies.y[i]);
        seen.position.z[i] = seen_as<Seen>(bodies.z[i]);
        seen.mass[i] = seen_as<Seen>(bodies.mass[i]);
    }
    return seen;
}

struct PullOfPairs {
    Vector3 acceleration;
    double potential = 0;

    void add(double factor, const PullOfPairs& other) {
        acceleration = acceleration + factor * other.acceleration;
        potential += factor * other.potential;
    }
};

// The pairs' half of the sources [begin, end) at body i, without G.
PullOfPairs pull_of_pairs(const BoxPairs& pairs, const Bodies<double>& bodies, std::size_t begin,
                          std::size_t end, std::size_t i) {
    const auto place = [&bodies](std::size_t body) {
        return Vector3{bodies.position.x[body], bodies.position.y[body], bodies.position.z[body]};
    };
    const Vector3 target = place(i);
    PullOfPairs sum;
    for (std::size_t j = begin; j < end; ++j) {
        const double mass = bodies.mass[j];
        pairs.for_each(target, place(j), i == j, [&](const BoxPairs::Term& term) {
            sum.add(mass, {term.strength * term.r, term.potential});
        });
    }
    return sum;
}

template <class Seen>
ReferenceForces forces_in_box(const BodiesView<double>& given, std::span<const std::size_t> targets,
                              double gravity, double softening, const PeriodicBox& box,
                              Workers& workers, const std::stop_token& stop) {
    const Bodies<double> bodies = seen_bodies<Seen>(given);
    const EwaldSplit split(box, EwaldSplit::double_reach, softening);
    const BoxPairs pairs(split, 0);
    Accelerations<double> result(targets.size(), true);
    std::atomic<bool> cancelled = false;
    workers.for_ranges(targets.size(), 1, [&](std::size_t k, std::size_t) {
        PullOfPairs pull;
        for (std::size_t begin = 0; begin < bodies.size() && !cancelled; begin += source_block) {
            if (stop.stop_requested()) {
                cancelled = true;
            }
            const std::size_t end = std::min(begin + source_block, bodies.size());
            pull.add(gravity, pull_of_pairs(pairs, bodies, begin, end, targets[k]));
        }
        result.view().store_pull(k, pull.acceleration.x, pull.acceleration.y, pull.acceleration.z,
                                 pull.potential);
    });
    PlaneWaves waves(split);
    const std::vector<std::uint32_t> list(targets.begin(), targets.end());
    const auto on_targets =
        ForceRequest<double>::on_listed(view(bodies), list, result.view(), ForceParameters{});
    if (cancelled || waves.prepare(view(bodies), false, &workers, stop) == Outcome::cancelled ||
        waves.add_to<double>(on_targets, gravity, &workers, stop) == Outcome::cancelled) {
        return {{}, {}, Outcome::cancelled};
    }
    ReferenceForces forces;
    for (std::size_t k = 0; k < targets.size(); ++k) {
        forces.acceleration.push_back(
            {result.acceleration.x[k], result.acceleration.y[k], result.acceleration.z[k]});
    }
    forces.potential.assign(result.potential.begin(), result.potential.end());
    return forces;
}

} // namespace

ReferenceForces reference_forces(const BodiesView<double>& bodies,
                                 std::span<const std::size_t> targets, double gravity,
                                 double softening, Workers& workers, std::stop_token stop,
                                 Precision seen, const PeriodicBox& box) {
    const bool in_float = seen == Precision::fp32;
    if (box.is_periodic()) {
        const auto forces = in_float ? forces_in_box<float> : forces_in_box<double>;
        return forces(bodies, targets, gravity, softening, box, workers, stop);
    }
    const auto forces = in_float ? forces_of<float> : forces_of<double>;
    return forces(bodies, targets, gravity, softening, workers, stop);
}

} // namespace orrery
