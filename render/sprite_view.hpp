#pragma once

#include "render/body_buffer.hpp"
#include "render/body_lights.hpp"
#include "render/body_sampling.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/pass_clock.hpp"
#include "render/picture_part.hpp"
#include "render/shader_program.hpp"

#include <glm/vec3.hpp>

#include <vector>

namespace orrery {

constexpr unsigned int bodies_binding = 1; // as in the shaders

constexpr float height_of_least_radii = 720; // of the picture that BodyLight::min_radius is for

// Sets the uniforms of shaders/eye.glsl: the viewpoint of a picture of which `part` is drawn.
// Bodies appear moved by `image`.
void apply_eye(const ShaderProgram& program, const Camera& camera, const PicturePart& part,
               const glm::dvec3& image = {0, 0, 0});

// Sets the uniforms of shaders/hole.glsl, for a picture of bodies in that style, which are bound.
void apply_holes(const ShaderProgram& program, const BodyStyle& style, Extent whole);

// Sets the terms of the projection that turn distance into depth, for drawing with depth tests.
void apply_depth(const ShaderProgram& program, const Camera& camera, Extent whole);

// The other inputs of shaders/sprite.glsl: where bodies are seen from, how large they are drawn and
// what colours them.
struct SpriteView {
    const BodyBuffer& bodies;
    const Camera& camera;
    const BodyStyle& style;
    const BodyLights& lights;
    PassClock& clock;
    unsigned int colours = 0; // the texture of the colour map
    PicturePart part;         // of the picture that is drawn
    SpriteSizes sizes;
    bool balls = false;      // are drawn besides
    float mist_size = 0;     // of mist, in usual radii; 0: all light but mist
    bool count_only = false; // every body is one unit of light, for the density map
    bool dust_only = false;  // every body is its dust, for the map of it
    // Which bodies, where black holes are: all, all but those before them, those alone; both, in a
    // picture each, as splatting does. As sprite.glsl numbers them.
    enum class Layer { all, behind_holes, before_holes, apart };
    Layer layer = Layer::all;
    bool splat_apart = true; // else, where layers are told apart, few bodies are before the others
    BodySampling sampling = {};
    DrawingQuality quality = {};

    // Whether dust darkens what is behind it: of what has its own colour, not one that tells.
    bool dusty() const;
    // Whether part of the light is drawn as mist.
    bool misty() const;
    // Whether black holes bend the light of what is behind them.
    bool has_holes() const { return balls && !hole_runs(style).empty(); }
    void apply_to(const ShaderProgram& program) const;
    // Bodies appear at these offsets: at their places, which come first, and in neighbouring boxes.
    std::vector<glm::dvec3> images() const;
    void move_to(const ShaderProgram& program, const glm::dvec3& image) const {
        apply_eye(program, camera, part, image);
    }
};

} // namespace orrery
