#include "render/line_renderer.hpp"

#include "render/gl_messages.hpp"
#include "render/gl_object.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr GLuint points_binding = 4;
constexpr float line_width = 1.5F; // pixels at scale 1

} // namespace

class LineRenderer::Implementation {
public:
    explicit Implementation(std::filesystem::path shader_folder)
        : folder_(std::move(shader_folder)), lines_(folder_, {"lines.vert", "boxes.frag"}),
          array_(GlVertexArray::create()), points_(GlBuffer::create()) {
        gl_check("preparing to draw lines");
    }

    void set_points(std::span<const LinePoint> points) {
        if (points.size() > capacity_) {
            capacity_ = std::max(points.size(), 2 * capacity_);
            points_ = GlBuffer::create();
            glNamedBufferStorage(points_.name(),
                                 static_cast<GLsizeiptr>(capacity_ * sizeof(LinePoint)), nullptr,
                                 GL_DYNAMIC_STORAGE_BIT);
        }
        count_ = points.size();
        if (count_ > 0) {
            glNamedBufferSubData(points_.name(), 0, static_cast<GLsizeiptr>(points.size_bytes()),
                                 points.data());
        }
        gl_check("storing lines");
    }

    void draw(const Camera& camera, const PicturePart& part, float scale, GLuint target,
              bool fading) {
        if (count_ < 2) {
            return;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, part.size.width, part.size.height);
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_CULL_FACE);
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_BLEND);
        glBlendEquation(GL_MAX); // the order does not matter, nor how often a place is passed
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, points_binding, points_.name());
        apply_eye(lines_, camera, part);
        lines_.set("fading", fading ? 1.0F : 0.0F);
        lines_.set("half_width", 0.5F * line_width * scale);
        lines_.use();
        glBindVertexArray(array_.name());
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count_ - 1));
        glBindVertexArray(0);
        glUseProgram(0);
        glBlendEquation(GL_FUNC_ADD);
        glDisable(GL_BLEND);
    }

    std::optional<std::string> reload_changed_shaders() {
        return lines_.reload_if_changed(folder_);
    }

private:
    const ShaderFolder folder_;
    ShaderProgram lines_;
    GlVertexArray array_;
    GlBuffer points_;
    std::size_t count_ = 0, capacity_ = 0;
};

LineRenderer::LineRenderer(std::filesystem::path shader_folder)
    : implementation_(std::make_unique<Implementation>(std::move(shader_folder))) {}

LineRenderer::~LineRenderer() = default;

void LineRenderer::set_points(std::span<const LinePoint> points) {
    implementation_->set_points(points);
}

void LineRenderer::draw(const Camera& camera, const PicturePart& part, float scale,
                        unsigned int target, bool fading) {
    implementation_->draw(camera, part, scale, target, fading);
}

std::optional<std::string> LineRenderer::reload_changed_shaders() {
    return implementation_->reload_changed_shaders();
}

} // namespace orrery
