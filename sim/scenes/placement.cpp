#include "sim/scenes/placement.hpp"

#include "sim/scenes/random.hpp"

#include <utility>

namespace orrery {

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

} // namespace orrery
