#pragma once

#include "render/automatic_look.hpp"
#include "render/body_buffer.hpp"
#include "render/body_lights.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/graphics_context.hpp"
#include "render/shader_program.hpp"

namespace orrery {

// What shaders/eye.glsl asks for: where a picture of `size` pixels is seen from.
void apply_eye(const ShaderProgram& program, const Camera& camera, Extent size);

// Where depth lies on screen, for what is tested by depth.
void apply_depth(const ShaderProgram& program, const Camera& camera, Extent size);

// What shaders/sprite.glsl asks for besides: where bodies are seen from, how large they are drawn
// and what colours them.
struct SpriteView {
    const BodyBuffer& bodies;
    const Camera& camera;
    const BodyStyle& style;
    const BodyLights& lights;
    Extent size; // of the picture, pixels
    SpriteSizes sizes;
    bool balls = false;      // are drawn besides
    float mist_size = 0;     // of mist, in usual radii; 0: all light but mist
    bool count_only = false; // every body is one unit of light, for the density map

    void apply_to(const ShaderProgram& program) const;
};

} // namespace orrery
