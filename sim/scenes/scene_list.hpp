#pragma once

#include "sim/scene.hpp"

namespace orrery {

// One per file of this folder; their order is in scenes.cpp.
extern const Scene asteroid_belt_scene;
extern const Scene cold_sphere_scene;
extern const Scene disk_galaxy_scene;
extern const Scene figure_eight_scene;
extern const Scene galaxy_collision_scene;
extern const Scene hernquist_scene;
extern const Scene kepler_scene;
extern const Scene plummer_scene;
extern const Scene pythagorean_scene;
extern const Scene saturn_rings_scene;
extern const Scene shells_scene;
extern const Scene solar_system_scene;
extern const Scene uniform_cube_scene;

} // namespace orrery
