#include "tests/sim/tree/tree_systems.hpp"

#include "tests/sim/solvers/plain_sum.hpp"

#include <random>

namespace orrery {
namespace {

// `count` bodies in a cube, with as much of each axis as is given.
Bodies<double> box(std::size_t count, double wide, double high, double deep) {
    Bodies<double> bodies(count);
    std::mt19937 random(7);
    const auto somewhere = [&](double side) {
        return side * (static_cast<double>(random()) / 4294967296.0 - 0.5);
    };
    for (std::size_t i = 0; i < count; ++i) {
        bodies.position.x[i] = 0.25 + somewhere(wide);
        bodies.position.y[i] = -1.5 + somewhere(high);
        bodies.position.z[i] = 3.25 + somewhere(deep);
        bodies.mass[i] = (1 + somewhere(1)) / static_cast<double>(count);
    }
    return bodies;
}

Bodies<double> pairs_at_one_place() {
    Bodies<double> bodies = cluster(2000);
    for (std::size_t i = 0; i + 1 < bodies.size(); i += 2) {
        for (HostArray<double>* axis :
             {&bodies.position.x, &bodies.position.y, &bodies.position.z}) {
            (*axis)[i + 1] = (*axis)[i];
        }
    }
    return bodies;
}

Bodies<double> with_outliers() {
    Bodies<double> bodies = cluster(2000);
    bodies.position.x[17] = 1e6;
    bodies.position.y[18] = -1e6;
    bodies.position.z[1999] = 3e6;
    return bodies;
}

} // namespace

std::vector<TreeSystem> tree_systems() {
    std::vector<TreeSystem> systems;
    for (const std::size_t count : {0U, 1U, 2U, 3U, 25U}) {
        systems.push_back({std::to_string(count) + " bodies", cluster(count)});
    }
    systems.push_back({"a cube", box(3000, 1, 1, 1)});
    systems.push_back({"a cluster", cluster(5000)});
    systems.push_back({"a plane", box(1500, 1, 1, 0)});
    systems.push_back({"a line", box(1500, 0, 1, 0)});
    systems.push_back({"a point", box(1500, 0, 0, 0)});
    systems.push_back({"two bodies at one point", box(2, 0, 0, 0)});
    systems.push_back({"pairs at one place", pairs_at_one_place()});
    systems.push_back({"outliers", with_outliers()});
    return systems;
}

} // namespace orrery
