#pragma once

#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

#include <vector>

namespace orrery {

// Planets, moons and suns as balls, added to a picture whose brightness has been measured.
class BodyBalls {
public:
    explicit BodyBalls(const ShaderFolder& folder);

    // Into the framebuffer bound, which has a depth attachment. The current vertex array must be
    // empty.
    void draw(const SpriteView& view) const;

    std::vector<ShaderProgram*> programs() { return {&balls_}; }

private:
    ShaderProgram balls_;
};

} // namespace orrery
