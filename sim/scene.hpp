#pragma once

#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace orrery {

class Communicator;
Communicator& one_process();

// The bodies that are to be made, and the ranks that each make their share of them
// (System::bodies_of_ranks), or all.
struct SceneRequest {
    std::size_t count;
    std::uint64_t seed;
    Communicator& ranks;
};

// A named generator of initial conditions: deterministic in (count, seed), the same to the last bit
// on every machine, with every compiler and on any number of ranks. The centre of mass rests at the
// origin. One scene is one file of sim/scenes/.
struct Scene {
    const char* id;    // "plummer"
    const char* title; // "Plummer sphere"
    const char* idea;  // one line
    const char* source;
    std::size_t standard_bodies;  // what a machine of no special strength shows fluidly
    std::size_t fixed_bodies = 0; // not 0: the scene always has just these
    System (*make)(const SceneRequest& wanted);
    bool random = true;           // false: the seed changes nothing
    bool expands = false;         // is a periodic box of an expanding universe: System::cosmology
    double steps_per_second = 60; // at which it is worth seeing
};

// Every scene, the one shown first at the front: sim/scenes/scenes.cpp.
std::span<const Scene> scenes();

// Adds a scene from outside; to be called in main before anything looks at the list. Throws failure
// if it comes later or a scene has its id.
void register_scene(const Scene& scene);

// Throws bad_input for an unknown id.
const Scene& find_scene(std::string_view id);
// Null where there is none.
const Scene* known_scene(std::string_view id);

// Makes a scene of `count` bodies; 0: its standard number. A scene of fixed_bodies has those
// whatever the count. Throws bad_input for a single body. Each of many ranks gets its share.
// Collective.
System make_scene(const Scene& scene, std::size_t count, std::uint64_t seed,
                  Communicator& ranks = one_process());

} // namespace orrery
