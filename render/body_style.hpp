#pragma once

#include "render/body_light.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// `natural`: as its light says. Numbered as in shaders/sprite.glsl.
enum class ColourBy { scalar, density, single, component, natural, values };

// How bodies look.
struct BodyStyle {
    enum class Sprite { glow, points, discs };
    Sprite sprite = Sprite::glow;
    float size = 1;       // of a sprite, relative to the automatic one
    float brightness = 1; // of a body, relative to the automatic exposure
    float exposure = 0;   // stops
    bool bloom = true;
    float bloom_strength = 0.6F;
    float hole_size = 100; // of black holes, relative to their true one
    float hole_disk = 1;   // how bright the disk around one is
    bool dust = false;     // darkens and reddens what is behind it
    ColourBy colour_by = ColourBy::scalar;
    float scalar_low = 0, scalar_high = 1; // what the ends of the colour map stand for
    bool logarithmic = true;               // the scalar's scale
    float slab = 0; // how deep what is shown is around what the camera looks at, as a part of its
                    // distance; 0: all
    float contrast = 0; // stops that bodies at the scale's low end are fainter by than at its high
                        // one, besides what their colours are
    std::string colour_map = "inferno";
    glm::vec3 box{0}; // edges of a periodic one, in whose 26 neighbours bodies are drawn again; 0:
                      // in none
    std::vector<BodyLight> lights = {}; // of the bodies' runs, in order; none: all bodies are alike

    // The scale's lower end. A logarithmic scale has four decades at most, since it cannot begin at
    // zero, the value of bodies at rest.
    float scale_low() const {
        return logarithmic ? std::max(scalar_low, scalar_high / 1e4F) : scalar_low;
    }
    bool operator==(const BodyStyle&) const = default;
};

// The places in `lights` of what is drawn as black holes: the first most_holes, more of them are
// lights. Discs have none.
inline constexpr std::size_t most_holes = 4;
inline std::vector<std::size_t> hole_runs(const BodyStyle& style) {
    std::vector<std::size_t> runs;
    for (std::size_t k = 0; k < style.lights.size() && runs.size() < most_holes; ++k) {
        if (style.lights[k].kind == BodyLight::Kind::black_hole &&
            style.sprite != BodyStyle::Sprite::discs) {
            runs.push_back(k);
        }
    }
    return runs;
}

} // namespace orrery
