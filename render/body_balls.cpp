#include "render/body_balls.hpp"

#include <GL/glew.h>

namespace orrery {
namespace {

constexpr GLuint bodies_binding = 1;
constexpr float reference_height = 720; // of least radii

} // namespace

BodyBalls::BodyBalls(const ShaderFolder& folder) : balls_(folder, {"ball.vert", "ball.frag"}) {}

void BodyBalls::draw(const SpriteView& view) const {
    const auto count = static_cast<GLsizei>(view.lights.count());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, bodies_binding, view.bodies.gl_buffer());
    apply_eye(balls_, view.camera, view.part);
    apply_depth(balls_, view.camera, view.part.whole);
    view.lights.apply_to(balls_);
    balls_.set("scale", static_cast<float>(view.part.whole.height) / reference_height);
    balls_.use();
    // First which of them is in front, then its light and no other's.
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    for (const bool depth_only : {true, false}) {
        const GLboolean drawn = depth_only ? GL_FALSE : GL_TRUE;
        balls_.set("depth_only", depth_only ? 1 : 0);
        glDepthMask(depth_only ? GL_TRUE : GL_FALSE);
        glColorMask(drawn, drawn, drawn, drawn);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_DEPTH_TEST);
}

} // namespace orrery
