#pragma once

#include "app/state/app_state.hpp"
#include "render/camera.hpp"
#include "sim/structure/haloes.hpp"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A halo that keeps its number from one moment to another.
struct KnownHalo {
    std::uint32_t number = 0;
    Halo found;
    glm::dvec3 place{0, 0, 0}; // where it is shown: on the way from where it was found before
};

// The haloes of the bodies on screen, while somebody asks for them; app.get<HaloStatus>().
struct HaloStatus {
    std::vector<KnownHalo> haloes = {}; // heaviest first
    double time = 0;                    // of the bodies that they were found in
    double seconds = 0;                 // that it took
    bool known = false;                 // else none were sought yet
    std::string wish = {}; // a name that the camera is to fly to, as soon as they are known
};

// What the heaviest is called beside its number.
inline constexpr const char* greatest_halo = "greatest";

// "Halo 3".
std::string halo_name(const KnownHalo& halo);
// The one of that number; null: there is none.
const KnownHalo* find_halo(const HaloStatus& status, std::uint32_t number);
// By its name, "3", or "greatest". Throws bad_input where there is none.
const KnownHalo& halo_called(const HaloStatus& status, const std::string& name);

// Those that have a ring, heaviest first: none while rings are off.
std::span<const KnownHalo> ringed_haloes(const AppState& app);

// Where a ring is in a picture of that size, seen by that camera; nothing: behind it, or so near
// that it would go around everything.
struct HaloRing {
    glm::dvec2 at{0, 0}; // in the picture's pixels, y down
    double radius = 0;
};
std::optional<HaloRing> ring_of(const KnownHalo& halo, const Camera& camera, Extent size);

// The ringed halo that a click on a pixel means; null: none.
const KnownHalo* halo_at(const AppState& app, const Camera& camera, Extent size,
                         const glm::dvec2& pixel);

// The choice of one that the camera flies to, by its number or as the greatest.
void add_halo_choice(AppState& app);

// Keeps the camera with it, and brings it near.
void follow_halo(AppState& app, const KnownHalo& halo);

} // namespace orrery
