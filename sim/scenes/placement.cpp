#include "sim/scenes/placement.hpp"

#include "sim/domain/travel.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace orrery {
namespace {

// E - e sin E = M, all in turns (of 2 pi).
double eccentric_anomaly(double mean_anomaly, double eccentricity) {
    const double e_turns = eccentricity / (2 * std::numbers::pi);
    double anomaly = mean_anomaly + e_turns * portable::circle(mean_anomaly).sine;
    // Newton doubles the digits each time; very eccentric orbits spend a few steps getting near.
    for (int iteration = 0; iteration < 12; ++iteration) {
        const portable::CosSin circle = portable::circle(anomaly);
        const double excess = anomaly - e_turns * circle.sine - mean_anomaly;
        anomaly -= excess / (1 - eccentricity * circle.cosine);
        if (std::abs(excess) < 1e-9) { // its square is below rounding
            break;
        }
    }
    return anomaly;
}

constexpr std::size_t grain = 1 << 12; // bodies

Part overlap(const Part& a, const Part& b) {
    const std::size_t first = std::max(a.first, b.first);
    const std::size_t end = std::min(a.first + a.count, b.first + b.count);
    return {first, end > first ? end - first : 0};
}

// What a body adds to the sums of mass times position, mass times velocity, and mass.
using Moments = std::array<double, 7>;
// Each as so many units, and as so many finer ones that are left.
using WholeMoments = std::array<std::int64_t, 14>;

Moments moments_of(const Bodies<double>& bodies, std::size_t i) {
    const PhasePoint point = phase_point(bodies, i);
    const Vector3 x = bodies.mass[i] * point.position, v = bodies.mass[i] * point.velocity;
    return {x.x, x.y, x.z, v.x, v.y, v.z, bodies.mass[i]};
}

// The sums of `all` bodies, of which those are here. As whole numbers of a unit so small that their
// sum is just below 2^62, and of what that leaves: so their order changes nothing, nor which rank
// has which of them. To 98 bits of the greatest number of 4096.
Moments sums_of_ranks(const Bodies<double>& bodies, const Part& here, std::size_t all,
                      Workers& workers, Communicator& ranks) {
    const auto over_bodies = [&](auto total, const auto& add_body, const auto& add) {
        return workers.sum_of_ranges(
            total, here.count, grain,
            [&](std::size_t begin, std::size_t end) {
                auto part = total;
                for (std::size_t i = here.first + begin; i < here.first + end; ++i) {
                    add_body(part, moments_of(bodies, i));
                }
                return part;
            },
            add);
    };
    const auto take_greater = [](Moments& to, const Moments& other) {
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = std::max(to[k], std::abs(other[k]));
        }
    };
    Moments units = over_bodies(Moments{}, take_greater, take_greater);
    ranks.all_reduce(units, Reduction::greatest);
    const double finer = std::ldexp(1.0, static_cast<int>(std::bit_width(all)) - 62);
    for (double& unit : units) {
        int exponent = 0;
        std::frexp(unit, &exponent);
        unit = std::ldexp(finer, exponent);
    }
    const auto add = [](WholeMoments& to, const WholeMoments& other) {
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] += other[k];
        }
    };
    const WholeMoments own = over_bodies(
        WholeMoments{},
        [&](WholeMoments& to, const Moments& body) {
            for (std::size_t k = 0; k < body.size(); ++k) {
                const std::int64_t whole = std::llrint(body[k] / units[k]);
                const double left = body[k] / units[k] - static_cast<double>(whole);
                to[k] += whole;
                to[k + 7] += std::llrint(left / finer);
            }
        },
        add);
    WholeMoments whole = {};
    for (const WholeMoments& each : of_each(ranks, own)) {
        add(whole, each);
    }
    Moments sums;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        sums[k] =
            units[k] * (static_cast<double>(whole[k]) + finer * static_cast<double>(whole[k + 7]));
    }
    return sums;
}

void rest(Bodies<double>& bodies, const Part& here, std::size_t all, Workers& workers,
          Communicator& ranks) {
    // The second pass removes what the first left by rounding.
    for (int pass = 0; pass < 2; ++pass) {
        const Moments sums = sums_of_ranks(bodies, here, all, workers, ranks);
        const double share = 1 / sums[6];
        const PhasePoint mean{share * Vector3{sums[0], sums[1], sums[2]},
                              share * Vector3{sums[3], sums[4], sums[5]}};
        workers.for_ranges(here.count, grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = here.first + begin; i < here.first + end; ++i) {
                const PhasePoint point = phase_point(bodies, i);
                place(bodies, i, {point.position - mean.position, point.velocity - mean.velocity},
                      bodies.mass[i]);
            }
        });
    }
}

} // namespace

PhasePoint phase_point(const Bodies<double>& bodies, std::size_t i) {
    return {{bodies.position.x[i], bodies.position.y[i], bodies.position.z[i]},
            {bodies.velocity.x[i], bodies.velocity.y[i], bodies.velocity.z[i]}};
}

void place(Bodies<double>& bodies, std::size_t i, const PhasePoint& point, double mass) {
    bodies.position.x[i] = point.position.x;
    bodies.position.y[i] = point.position.y;
    bodies.position.z[i] = point.position.z;
    bodies.velocity.x[i] = point.velocity.x;
    bodies.velocity.y[i] = point.velocity.y;
    bodies.velocity.z[i] = point.velocity.z;
    bodies.mass[i] = mass;
}

void rest_at_origin(Bodies<double>& bodies) {
    Workers workers(1);
    rest(bodies, {0, bodies.size()}, bodies.size(), workers, one_process());
}

SceneDraft::SceneDraft(const SceneRequest& wanted)
    : wanted_(wanted), own_(even_part(wanted.count, wanted.ranks)) {
    on_all(wanted.ranks, [&] { system.bodies = Bodies<double>(own_.count); });
    system.bodies_of_ranks = wanted.ranks.size() > 1 ? wanted.count : 0;
}

template <class Work>
void SceneDraft::for_each_here(const Part& bodies, const Work& work) {
    const Part here = overlap(bodies, own_);
    workers_.for_ranges(here.count, grain, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = here.first + begin; i < here.first + end; ++i) {
            work(i, i - own_.first);
        }
    });
}

void SceneDraft::place(std::size_t i, const PhasePoint& point, double mass) {
    place_each({i, 1}, mass, [&](std::size_t) { return point; });
}

void SceneDraft::place_each(const Part& bodies, double mass,
                            const std::function<PhasePoint(std::size_t)>& point) {
    for_each_here(bodies, [&](std::size_t i, std::size_t k) {
        orrery::place(system.bodies, k, point(i), mass);
    });
}

void SceneDraft::draw_each(const Part& bodies, double mass,
                           const std::function<PhasePoint(Random&)>& draw) {
    place_each(bodies, mass, [&](std::size_t i) {
        Random random(wanted_.seed, i);
        return draw(random);
    });
}

void SceneDraft::move_each(const Part& bodies,
                           const std::function<PhasePoint(const PhasePoint&)>& move) {
    for_each_here(bodies, [&](std::size_t, std::size_t k) {
        orrery::place(system.bodies, k, move(phase_point(system.bodies, k)), system.bodies.mass[k]);
    });
}

void SceneDraft::rest_at_origin(const Part& bodies) {
    const Part here = overlap(bodies, own_);
    rest(system.bodies, {here.first - own_.first, here.count}, bodies.count, workers_,
         wanted_.ranks);
}

System equal_bodies(const SceneRequest& wanted, const char* name,
                    const std::function<PhasePoint(Random&)>& draw) {
    SceneDraft draft(wanted);
    draft.draw_each(draft.all(), 1 / static_cast<double>(wanted.count), draw);
    draft.rest_at_origin(draft.all());
    name_next(draft.system.catalogue, name, wanted.count);
    return std::move(draft.system);
}

void name_next(Catalogue& catalogue, std::string name, std::size_t count) {
    if (count == 0) {
        return;
    }
    std::size_t first = 0;
    if (!catalogue.components.empty()) {
        const Component& last = catalogue.components.back();
        first = last.first + last.count;
    }
    catalogue.components.push_back({std::move(name), first, count});
}

System named_bodies(const std::vector<NamedBody>& bodies) {
    System system;
    system.bodies = Bodies<double>(bodies.size());
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        place(system.bodies, i, bodies[i].point, bodies[i].mass);
        name_next(system.catalogue, bodies[i].name, 1);
    }
    return system;
}

System swarm_around(const NamedBody& centre, const std::vector<NamedBody>& companions,
                    const Swarm& swarm, const SceneRequest& wanted) {
    SceneDraft draft(wanted);
    Catalogue& catalogue = draft.system.catalogue;
    const auto add_heavy = [&](std::size_t i, const NamedBody& body) {
        draft.place(i, body.point, body.mass);
        catalogue.labels.push_back({i, body.name});
    };
    const std::size_t heavy = std::min(wanted.count, 1 + companions.size());
    add_heavy(0, centre);
    for (std::size_t i = 1; i < heavy; ++i) {
        add_heavy(i, companions[i - 1]);
    }
    name_next(catalogue, centre.name, 1);
    name_next(catalogue, swarm.companions, heavy - 1);
    const auto all = static_cast<double>(wanted.count - heavy);
    std::size_t next = heavy;
    const auto add_part = [&](const std::string& name, std::size_t end, auto draw) {
        name_next(catalogue, name, end - next);
        draft.draw_each({next, end - next}, swarm.mass / all, draw);
        next = end;
    };
    double left = 1;
    for (const Swarm::Part& part : swarm.parts) {
        left -= part.share;
    }
    const auto end_of = [&] { return heavy + static_cast<std::size_t>(std::lround(left * all)); };
    add_part(swarm.bodies, end_of(), swarm.draw);
    for (const Swarm::Part& part : swarm.parts) {
        left += part.share;
        add_part(part.name, end_of(), part.draw);
    }
    draft.rest_at_origin(draft.all());
    return std::move(draft.system);
}

PhasePoint orbit_point(const OrbitalElements& elements, double gravity_times_mass) {
    const double a = elements.semi_major_axis;
    const double e = elements.eccentricity;
    const double turns = elements.mean_anomaly / 360;
    const portable::CosSin anomaly =
        portable::circle(eccentric_anomaly(turns - std::floor(turns), e));

    // In the orbit's plane, x towards the periapsis.
    const double squeeze = std::sqrt((1 - e) * (1 + e));
    const double speed = std::sqrt(gravity_times_mass / a) / (1 - e * anomaly.cosine);
    const double x = a * (anomaly.cosine - e), y = a * squeeze * anomaly.sine;
    const double vx = -speed * anomaly.sine, vy = speed * squeeze * anomaly.cosine;

    const portable::CosSin node = portable::circle_of_degrees(elements.ascending_node);
    const portable::CosSin tilt = portable::circle_of_degrees(elements.inclination);
    const portable::CosSin peri = portable::circle_of_degrees(elements.argument_of_periapsis);
    const Vector3 to_periapsis{
        node.cosine * peri.cosine - node.sine * peri.sine * tilt.cosine,
        node.sine * peri.cosine + node.cosine * peri.sine * tilt.cosine,
        peri.sine * tilt.sine,
    };
    const Vector3 quarter_later{
        -node.cosine * peri.sine - node.sine * peri.cosine * tilt.cosine,
        -node.sine * peri.sine + node.cosine * peri.cosine * tilt.cosine,
        peri.cosine * tilt.sine,
    };
    return {x * to_periapsis + y * quarter_later, vx * to_periapsis + vy * quarter_later};
}

} // namespace orrery
