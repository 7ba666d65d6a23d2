#include "tests/sim/domain/on_ranks.hpp"

#include "sim/scene.hpp"

#include <mutex>
#include <random>
#include <thread>

namespace orrery {
namespace {

void set(Bodies<double>& bodies, std::size_t i, double x, double y, double z, double mass) {
    bodies.position.x[i] = x;
    bodies.position.y[i] = y;
    bodies.position.z[i] = z;
    bodies.mass[i] = mass;
}

Bodies<double> of_scene(const char* scene, std::size_t count) {
    return make_scene(find_scene(scene), count, 1).bodies;
}

Bodies<double> at_one_point(std::size_t count) {
    Bodies<double> bodies(count);
    for (std::size_t i = 0; i < count; ++i) {
        set(bodies, i, 0.25, -0.5, 1, 1.0 / static_cast<double>(count));
    }
    return bodies;
}

Bodies<double> with_one_far_away(std::size_t count) {
    Bodies<double> bodies = of_scene("plummer", count);
    set(bodies, count / 2, 1e6, 2e6, -3e6, 0.5);
    return bodies;
}

// Half of them within a millionth of the rest's size: cuts fall inside of the knot.
Bodies<double> with_a_knot(std::size_t count) {
    Bodies<double> bodies = of_scene("uniform_cube", count);
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> near(0.3, 0.3 + 1e-6);
    for (std::size_t i = 0; i < count; i += 2) {
        set(bodies, i, near(random), near(random), near(random), bodies.mass[i]);
    }
    return bodies;
}

} // namespace

void on_ranks(std::size_t count, const std::function<void(Communicator&)>& work) {
    ThreadRanks ranks(count);
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < count; ++k) {
        threads.emplace_back([&, k] { work(ranks.of(k)); });
    }
}

std::vector<DomainSystem> domain_systems() {
    return {{"plummer", of_scene("plummer", 2500)},
            {"two galaxies", of_scene("galaxy_collision", 2500)},
            {"one far away", with_one_far_away(1500)},
            {"a knot", with_a_knot(1500)},
            {"all at one point", at_one_point(500)},
            {"fewer than ranks", of_scene("plummer", 3)},
            {"two", of_scene("plummer", 2)}};
}

System system_of(const Bodies<double>& bodies, double softening) {
    System system;
    system.bodies = bodies;
    system.softening = softening;
    return system;
}

Settings settings_for(const std::string& algorithm, Precision precision) {
    Settings settings;
    settings.algorithm = algorithm;
    settings.precision = precision;
    settings.threads = 1;
    return settings;
}

std::vector<Vector3> accelerations_on_ranks(std::size_t ranks, const System& system,
                                            const Settings& settings) {
    std::vector<Vector3> all(system.bodies.size());
    std::mutex mutex;
    on_ranks(ranks, [&](Communicator& own) {
        Simulation simulation(Workers::Priority::normal, own);
        simulation.load(system, settings);
        simulation.evaluate();
        const VectorArray<double> found = simulation.read({.acceleration = true}).acceleration;
        const HostArray<std::uint64_t> numbers = simulation.numbers();
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::size_t body = own.size() == 1 ? i : numbers[i];
            all[body] = {found.x[i], found.y[i], found.z[i]};
        }
    });
    return all;
}

ForceError error_on_ranks(std::size_t ranks, const Bodies<double>& bodies, double softening,
                          const Settings& settings) {
    const std::vector<Vector3> found =
        accelerations_on_ranks(ranks, system_of(bodies, softening), settings);
    std::vector<std::size_t> targets = sample_bodies(bodies.size(), 300, 3);
    Workers workers(1);
    const ReferenceForces truth =
        reference_forces(view(bodies), targets, 1, softening, workers, {}, settings.precision);
    std::vector<Vector3> computed;
    for (const std::size_t target : targets) {
        computed.push_back(found[target]);
    }
    return force_error(computed, truth.acceleration);
}

} // namespace orrery
