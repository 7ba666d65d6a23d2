#pragma once

#include <glm/vec3.hpp>

#include <cstdint>

namespace orrery {

// How the bodies of one run, in their order in the buffer, look in a picture: "disk", "halo",
// "Saturn". Colours are linear light with sRGB's primaries.
struct BodyLight {
    // A light among others; a ball that shines, that is lit, or that is lit and has belts of cloud;
    // a black hole, whose radius is Schwarzschild's; a ball with craters, with seas and clouds,
    // with belts and the shadow of Saturn's rings. All surfaces are made by rule:
    // shaders/surface.glsl.
    enum class Kind : std::uint32_t {
        light,
        shining,
        lit,
        banded,
        black_hole,
        rocky,
        seas,
        ringed
    };

    std::uint32_t end = 0; // one past the run's last body
    Kind kind = Kind::light;
    glm::vec3 colour{1};        // of most
    glm::vec3 bright_colour{1}; // of the brightest
    float luminosity = 1;       // of a usual body; 0: dark, not to be seen
    float spread = 0;           // of luminosities, as the standard deviation of their logarithm
    float hot = 0;        // the share of bodies that are blue instead, where luminosities differ
    float size = 1;       // of a light's sprite, relative to the usual one
    float core = 0.02F;   // of a light's sprite, as a share of its area: a mist has a large one
    float dust = 0;       // the area that a body's dust makes as dark as 1/e, squared length units
    float mist = 0;       // the share of its light that comes from many too faint to be told apart
    float radius = 0;     // of a ball, length units
    float min_radius = 0; // that a ball is drawn with, pixels in a picture 720 high
    bool operator==(const BodyLight&) const = default;
};

} // namespace orrery
