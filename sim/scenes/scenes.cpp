#include "sim/closest_names.hpp"
#include "sim/error.hpp"
#include "sim/scenes/scene_list.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace orrery {

std::span<const Scene> scenes() {
    static const std::array list{
        galaxy_collision_scene, disk_galaxy_scene,   plummer_scene,      hernquist_scene,
        cold_sphere_scene,      uniform_cube_scene,  shells_scene,       solar_system_scene,
        saturn_rings_scene,     asteroid_belt_scene, figure_eight_scene, pythagorean_scene,
        kepler_scene,
    };
    return list;
}

const Scene& find_scene(std::string_view id) {
    const std::span<const Scene> all = scenes();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Scene& scene) { return id == scene.id; });
    if (found == all.end()) {
        std::vector<std::string> names;
        for (const Scene& scene : all) {
            names.emplace_back(scene.id);
        }
        throw bad_input("no scene is called '" + std::string(id) + "'", "",
                        did_you_mean(id, names, "orrery list scenes"));
    }
    return *found;
}

InitialConditions make_scene(const Scene& scene, std::size_t count, std::uint64_t seed) {
    if (scene.fixed_bodies != 0) {
        count = scene.fixed_bodies;
    } else if (count == 0) {
        count = scene.standard_bodies;
    } else if (count == 1) {
        throw bad_input("a scene has at least 2 bodies", scene.id, "ask for 2 or more");
    }
    InitialConditions system = scene.make(count, seed);
    system.catalogue.title = scene.title;
    return system;
}

} // namespace orrery
