#include "render/over_picture.hpp"

#include "render/gl_messages.hpp"
#include "render/sprite_view.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <bit>

namespace orrery {
namespace {

constexpr int edges = 12, corners_of_line = 4, indices_of_line = 6;

constexpr std::size_t all_indices = std::size_t{edges} * indices_of_line;

constexpr GLuint places_binding = 4; // of boxes or points, as in the shaders
constexpr float line_width = 1.5F;   // pixels at scale 1
constexpr float line_glow = 9;       // likewise, as far as the light around a line reaches

// Lines follow the density at about this many columns: finer, single bodies would make them ragged.
constexpr int line_columns = 128;

// How wide these are, as a share of the picture's height: seen from the last row at any size.
constexpr float contour_width = 1.0F / 400;

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

int levels_of(int columns, int rows) {
    return std::bit_width(static_cast<unsigned int>(std::max(columns, rows)));
}

// Into a buffer that grows twofold: paths become longer with each frame.
template <class Value>
std::size_t store(GrowingBuffer& buffer, std::span<const Value> values, const char* doing) {
    if (values.size_bytes() > buffer.room()) {
        buffer.reserve(std::max(values.size_bytes(), 2 * buffer.room()), doing);
    }
    buffer.store(std::as_bytes(values), doing);
    return values.size();
}

} // namespace

OverPicture::OverPicture(const ShaderFolder& shaders, std::vector<std::string> stages)
    : shaders_(shaders), program_(shaders, std::move(stages)), array_(GlVertexArray::create()) {
    gl_check("preparing to draw over a picture");
}

void OverPicture::begin(const Camera& camera, const PicturePart& part, unsigned int target,
                        bool brightest) {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(0, 0, part.size.width, part.size.height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(brightest ? GL_MAX : GL_FUNC_ADD);
    glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ZERO, GL_ONE);
    apply_eye(program_, camera, part);
    program_.use();
    glBindVertexArray(array_.name());
}

void OverPicture::end() {
    glBindVertexArray(0);
    glUseProgram(0);
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
}

BoxRenderer::BoxRenderer(const ShaderFolder& shaders)
    : OverPicture(shaders, {"boxes.vert", "boxes.frag"}), indices_(GlBuffer::create()) {
    const auto indices = strip_indices();
    glNamedBufferStorage(indices_.name(), sizeof indices, indices.data(), 0);
    glVertexArrayElementBuffer(array_.name(), indices_.name());
    gl_check("preparing to draw boxes");
}

void BoxRenderer::set_boxes(std::span<const LineBox> boxes) {
    count_ = store(boxes_, boxes, "storing boxes");
}

void BoxRenderer::draw(const Camera& camera, const PicturePart& part, float scale, float width,
                       unsigned int target) {
    if (empty()) {
        return;
    }
    begin(camera, part, target, true);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, places_binding, boxes_.name());
    program_.set("half_width", 0.5F * width * scale);
    program_.set("scale", scale);
    glDrawElementsInstanced(GL_TRIANGLES, edges * indices_of_line, GL_UNSIGNED_SHORT, nullptr,
                            static_cast<GLsizei>(count_));
    end();
}

LineRenderer::LineRenderer(const ShaderFolder& shaders)
    : OverPicture(shaders, {"lines.vert", "boxes.frag"}) {}

void LineRenderer::set_points(std::span<const LinePoint> points) {
    count_ = store(points_, points, "storing lines");
}

void LineRenderer::draw(const Camera& camera, const PicturePart& part, float scale,
                        unsigned int target, const BodyStyle& bodies, bool fading, float glow) {
    if (count_ < 2) {
        return;
    }
    begin(camera, part, target, true);
    apply_holes(program_, bodies, part.whole);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, places_binding, points_.name());
    program_.set("fading", fading ? 1.0F : 0.0F);
    program_.set("half_width", 0.5F * line_width * scale);
    program_.set("around", glow > 0 ? line_glow * scale : 0);
    program_.set("glow", glow);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(count_ - 1));
    end();
}

PictureOverlay::PictureOverlay(const ShaderFolder& shaders)
    : program_(shaders, {"fullscreen.vert", "over.frag"}), array_(GlVertexArray::create()) {}

void PictureOverlay::draw(const Framebuffer& picture, unsigned int target, int left,
                          int below) const {
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    glViewport(left, below, picture.size().width, picture.size().height);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX);
    glBindTextureUnit(0, picture.gl_texture());
    program_.set("corner", glm::vec2(left, below));
    program_.use();
    glBindVertexArray(array_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    OverPicture::end();
}

SliceRenderer::SliceRenderer(const ShaderFolder& shaders)
    : OverPicture(shaders, {"slice.vert", "slice.frag"}) {}

void SliceRenderer::set_slice(const Slice& slice) {
    shown_ = !slice.shade.empty();
    if (!shown_) {
        return;
    }
    if (slice_.columns != slice.columns || slice_.rows != slice.rows) {
        texture_ = GlTexture::create(GLenum{GL_TEXTURE_2D});
        const GLuint texture = texture_.name();
        glTextureStorage2D(texture, levels_of(slice.columns, slice.rows), GL_R32F, slice.columns,
                           slice.rows);
        glTextureParameteri(texture, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
        glTextureParameteri(texture, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T}) {
            glTextureParameteri(texture, wrap, GL_CLAMP_TO_EDGE);
        }
    }
    slice_ = {.centre = slice.centre,
              .right = slice.right,
              .up = slice.up,
              .columns = slice.columns,
              .rows = slice.rows,
              .shade = {},
              .decades = slice.decades};
    glTextureSubImage2D(texture_.name(), 0, 0, 0, slice.columns, slice.rows, GL_RED, GL_FLOAT,
                        slice.shade.data());
    glGenerateTextureMipmap(texture_.name());
    gl_check("storing a slice");
}

void SliceRenderer::draw(const Camera& camera, const std::string& colour_map,
                         const PicturePart& part, unsigned int target) {
    if (!shown_) {
        return;
    }
    colours_.use(colour_map);
    begin(camera, part, target, false);
    program_.set("centre", slice_.centre);
    program_.set("right", slice_.right);
    program_.set("up", slice_.up);
    program_.set("decades", slice_.decades);
    const int halvings = std::max(levels_of(slice_.columns / line_columns, 1) - 1, 0);
    program_.set("line_level", static_cast<float>(halvings));
    program_.set("half_width",
                 std::max(0.5F * contour_width * static_cast<float>(part.whole.height), 0.6F));
    glBindTextureUnit(0, colours_.name());
    glBindTextureUnit(1, texture_.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    end();
}

} // namespace orrery
