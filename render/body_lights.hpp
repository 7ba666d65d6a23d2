#pragma once

#include "render/body_light.hpp"
#include "render/gl_object.hpp"
#include "render/shader_program.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The lights of the bodies' runs where shaders/lights.glsl finds them.
class BodyLights {
public:
    BodyLights();

    // Takes those lights, if they are others, and binds them. None: all bodies are alike.
    void use(const std::vector<BodyLight>& lights);
    // Sets the other uniforms of lights.glsl.
    void apply_to(const ShaderProgram& program) const;

    bool has_balls() const { return occluder_ >= 0; }
    bool has_mist() const { return has_mist_; }
    bool has_dust() const { return has_dust_; }
    std::size_t count() const { return count_; }

private:
    void upload(const std::vector<BodyLight>& lights);

    std::vector<BodyLight> lights_;
    GlBuffer buffer_;
    std::size_t count_ = 0;
    bool has_mist_ = false;
    bool has_dust_ = false;
    int occluder_ = -1; // the largest ball's body
    int shining_ = -1;
};

} // namespace orrery
