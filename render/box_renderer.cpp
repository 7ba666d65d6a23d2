#include "render/box_renderer.hpp"

#include "render/gl_messages.hpp"
#include "render/shader_program.hpp"
#include "render/sprite_view.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace orrery {
namespace {

constexpr int edges = 12, corners_of_line = 4, indices_of_line = 6;

constexpr std::size_t all_indices = std::size_t{edges} * indices_of_line;

// Every edge is a strip of two triangles over four vertices of its own.
std::array<std::uint16_t, all_indices> strip_indices() {
    std::array<std::uint16_t, all_indices> indices{};
    constexpr std::array<int, indices_of_line> corners{0, 1, 2, 2, 1, 3};
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto edge = static_cast<int>(i) / indices_of_line;
        indices[i] =
            static_cast<std::uint16_t>(edge * corners_of_line + corners[i % indices_of_line]);
    }
    return indices;
}

} // namespace

class BoxRenderer::Implementation {
public:
    explicit Implementation(std::filesystem::path shader_folder)
        : folder_(std::move(shader_folder)), lines_(folder_, {"boxes.vert", "boxes.frag"}),
          array_(GlVertexArray::create()), indices_(GlBuffer::create()),
          boxes_(GlBuffer::create()) {
        const auto indices = strip_indices();
        glNamedBufferStorage(indices_.name(), sizeof indices, indices.data(), 0);
        const GLuint array = array_.name();
        glVertexArrayElementBuffer(array, indices_.name());
        glVertexArrayBindingDivisor(array, 0, 1);
        attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(LineBox, low));
        attribute(1, 3, GL_FLOAT, GL_FALSE, offsetof(LineBox, high));
        attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(LineBox, colour));
        attribute(3, 1, GL_FLOAT, GL_FALSE, offsetof(LineBox, smallest));
        gl_check("preparing to draw boxes");
    }

    void set_boxes(std::span<const LineBox> boxes) {
        if (boxes.size() > capacity_) {
            capacity_ = std::max(boxes.size(), 2 * capacity_);
            boxes_ = GlBuffer::create();
            glNamedBufferStorage(boxes_.name(),
                                 static_cast<GLsizeiptr>(capacity_ * sizeof(LineBox)), nullptr,
                                 GL_DYNAMIC_STORAGE_BIT);
            glVertexArrayVertexBuffer(array_.name(), 0, boxes_.name(), 0, sizeof(LineBox));
        }
        count_ = boxes.size();
        if (count_ > 0) {
            glNamedBufferSubData(boxes_.name(), 0, static_cast<GLsizeiptr>(boxes.size_bytes()),
                                 boxes.data());
        }
        gl_check("storing boxes");
    }

    bool empty() const { return count_ == 0; }

    void draw(const Camera& camera, const PicturePart& part, float scale, float width,
              GLuint target) {
        if (empty()) {
            return;
        }
        glBindFramebuffer(GL_FRAMEBUFFER, target);
        glViewport(0, 0, part.size.width, part.size.height);
        glDisable(GL_SCISSOR_TEST);
        glDisable(GL_CULL_FACE);
        glDisable(GL_DEPTH_TEST);
        glEnable(GL_BLEND);
        glBlendEquation(GL_MAX); // the order does not matter, nor how many edges coincide
        apply_eye(lines_, camera, part);
        lines_.set("half_width", 0.5F * width * scale);
        lines_.set("scale", scale);
        lines_.use();
        glBindVertexArray(array_.name());
        glDrawElementsInstanced(GL_TRIANGLES, edges * indices_of_line, GL_UNSIGNED_SHORT, nullptr,
                                static_cast<GLsizei>(count_));
        glBindVertexArray(0);
        glUseProgram(0);
        glBlendEquation(GL_FUNC_ADD);
        glDisable(GL_BLEND);
    }

    std::optional<std::string> reload_changed_shaders() {
        return lines_.reload_if_changed(folder_);
    }

private:
    void attribute(GLuint place, GLint numbers, GLenum type, GLboolean fraction,
                   std::size_t offset) const {
        glEnableVertexArrayAttrib(array_.name(), place);
        glVertexArrayAttribFormat(array_.name(), place, numbers, type, fraction,
                                  static_cast<GLuint>(offset));
        glVertexArrayAttribBinding(array_.name(), place, 0);
    }

    const ShaderFolder folder_;
    ShaderProgram lines_;
    GlVertexArray array_;
    GlBuffer indices_, boxes_;
    std::size_t count_ = 0, capacity_ = 0; // boxes
};

BoxRenderer::BoxRenderer(std::filesystem::path shader_folder)
    : implementation_(std::make_unique<Implementation>(std::move(shader_folder))) {}

BoxRenderer::~BoxRenderer() = default;

void BoxRenderer::set_boxes(std::span<const LineBox> boxes) {
    implementation_->set_boxes(boxes);
}

bool BoxRenderer::empty() const {
    return implementation_->empty();
}

void BoxRenderer::draw(const Camera& camera, const PicturePart& part, float scale, float width,
                       unsigned int target) {
    implementation_->draw(camera, part, scale, width, target);
}

std::optional<std::string> BoxRenderer::reload_changed_shaders() {
    return implementation_->reload_changed_shaders();
}

} // namespace orrery
