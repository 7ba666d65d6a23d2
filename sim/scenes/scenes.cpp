// Every scene, the one shown first at the front: the table of contents. A new one is a file in this
// folder and a line here like its neighbours: it declares what the file defines, and adds it.

#include "sim/base/error.hpp"
#include "sim/base/registry.hpp"
#include "sim/domain/shares.hpp"
#include "sim/scene.hpp"

namespace orrery {

void list_scenes(Registry<Scene>& list) {
    // clang-format off
    extern const Scene galaxy_collision_scene;    list.add(galaxy_collision_scene);
    extern const Scene disk_galaxy_scene;         list.add(disk_galaxy_scene);
    extern const Scene plummer_scene;             list.add(plummer_scene);
    extern const Scene hernquist_scene;           list.add(hernquist_scene);
    extern const Scene cold_sphere_scene;         list.add(cold_sphere_scene);
    extern const Scene uniform_cube_scene;        list.add(uniform_cube_scene);
    extern const Scene shells_scene;              list.add(shells_scene);
    extern const Scene solar_system_scene;        list.add(solar_system_scene);
    extern const Scene saturn_rings_scene;        list.add(saturn_rings_scene);
    extern const Scene asteroid_belt_scene;       list.add(asteroid_belt_scene);
    extern const Scene galactic_centre_scene;     list.add(galactic_centre_scene);
    extern const Scene figure_eight_scene;        list.add(figure_eight_scene);
    extern const Scene pythagorean_scene;         list.add(pythagorean_scene);
    extern const Scene kepler_scene;              list.add(kepler_scene);
    extern const Scene cosmic_web_scene;          list.add(cosmic_web_scene);
    // clang-format on
}

namespace {

Registry<Scene>& registry() {
    static Registry<Scene> all({.noun = "scene",
                                .listing = "orrery list scenes",
                                .name = [](const Scene& one) { return std::string_view(one.id); },
                                .fill = list_scenes});
    return all;
}

} // namespace

std::span<const Scene> scenes() {
    return registry().all();
}

const Scene& find_scene(std::string_view id) {
    return registry().find(id);
}

const Scene* known_scene(std::string_view id) {
    return registry().known(id);
}

void register_scene(const Scene& scene) {
    registry().add(scene);
}

System make_scene(const Scene& scene, std::size_t count, std::uint64_t seed, Communicator& ranks) {
    if (scene.fixed_bodies != 0) {
        count = scene.fixed_bodies;
    } else if (count == 0) {
        count = scene.standard_bodies;
    } else if (count == 1) {
        throw bad_input("a scene has at least 2 bodies", scene.id, "ask for 2 or more");
    }
    System system;
    on_all(ranks, [&] {
        system = scene.make({count, seed, ranks});
        keep_share(system, ranks);
    });
    system.catalogue.title = scene.title;
    return system;
}

} // namespace orrery
