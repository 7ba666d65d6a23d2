#include "sim/scenes/placement.hpp"

#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <algorithm>
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

void rest_at_origin(Bodies<double>& bodies, std::size_t first, std::size_t count) {
    // The second pass removes what the first left by rounding.
    for (int pass = 0; pass < 2; ++pass) {
        PhasePoint sum;
        double mass = 0;
        for (std::size_t i = first; i < first + count; ++i) {
            const PhasePoint point = phase_point(bodies, i);
            sum.position = sum.position + bodies.mass[i] * point.position;
            sum.velocity = sum.velocity + bodies.mass[i] * point.velocity;
            mass += bodies.mass[i];
        }
        const PhasePoint mean{(1 / mass) * sum.position, (1 / mass) * sum.velocity};
        for (std::size_t i = first; i < first + count; ++i) {
            const PhasePoint point = phase_point(bodies, i);
            place(bodies, i, {point.position - mean.position, point.velocity - mean.velocity},
                  bodies.mass[i]);
        }
    }
}

void rest_at_origin(Bodies<double>& bodies) {
    rest_at_origin(bodies, 0, bodies.size());
}

System equal_bodies(std::size_t count, std::uint64_t seed, const char* name,
                    const std::function<PhasePoint(Random&)>& draw) {
    System system;
    system.bodies = Bodies<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
        Random random(seed, i);
        place(system.bodies, i, draw(random), 1 / static_cast<double>(count));
    }
    rest_at_origin(system.bodies);
    name_next(system.catalogue, name, count);
    return system;
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
                    const Swarm& swarm, std::size_t count, std::uint64_t seed) {
    System system;
    system.bodies = Bodies<double>(count);
    const auto add_heavy = [&](std::size_t i, const NamedBody& body) {
        place(system.bodies, i, body.point, body.mass);
        system.catalogue.labels.push_back({i, body.name});
    };
    const std::size_t heavy = std::min(count, 1 + companions.size());
    add_heavy(0, centre);
    for (std::size_t i = 1; i < heavy; ++i) {
        add_heavy(i, companions[i - 1]);
    }
    name_next(system.catalogue, centre.name, 1);
    name_next(system.catalogue, swarm.companions, heavy - 1);
    const auto all = static_cast<double>(count - heavy);
    std::size_t next = heavy;
    const auto add_part = [&](const std::string& name, std::size_t end, auto draw) {
        name_next(system.catalogue, name, end - next);
        for (; next < end; ++next) {
            Random random(seed, next);
            place(system.bodies, next, draw(random), swarm.mass / all);
        }
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
    rest_at_origin(system.bodies);
    return system;
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
