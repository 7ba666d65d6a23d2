#include "render/fullscreen_pass.hpp"

#include <GL/glew.h>
#include <glm/vec2.hpp>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr int group_width = 16, group_height = 8; // as in shaders/each_pixel.glsl

GLint of_colours(GLuint framebuffer, GLenum what, GLint missing = 0) {
    const GLenum attachment =
        framebuffer == 0 ? GLenum{GL_BACK_LEFT} : GLenum{GL_COLOR_ATTACHMENT0};
    GLint value = missing;
    glGetNamedFramebufferAttachmentParameteriv(framebuffer, attachment, what, &value);
    return value;
}

void draw_triangle(GLuint framebuffer, int left, int below, Extent size) {
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(left, below, size.width, size.height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

std::vector<std::string> stages(const std::string& name, bool computes) {
    return computes ? std::vector<std::string>{name + ".comp"}
                    : std::vector<std::string>{"fullscreen.vert", name + ".frag"};
}

} // namespace

int channel_bits(unsigned int framebuffer) {
    return std::clamp(of_colours(framebuffer, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, 8), 1, 16);
}

void apply_light_range(const ShaderProgram& program, unsigned int target) {
    const GLint kind =
        of_colours(target, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, GL_UNSIGNED_NORMALIZED);
    program.set("levels", std::exp2(static_cast<float>(channel_bits(target))) - 1);
    program.set("headroom", kind == GL_FLOAT ? hdr_headroom : 1.0F);
}

void apply_source(const ShaderProgram& program, const PicturePart& target,
                  const PicturePart& source) {
    const auto corner = [](const PicturePart& part) { return glm::dvec2(part.left, part.below); };
    const auto extent = [](Extent size) { return glm::dvec2(size.width, size.height); };
    const glm::dvec2 scale = extent(source.whole) / extent(target.whole);
    program.set("from_corner",
                glm::vec2((corner(target) * scale - corner(source)) / extent(source.size)));
    program.set("from_extent", glm::vec2(extent(target.size) * scale / extent(source.size)));
}

FullscreenPass::FullscreenPass(const ShaderFolder& folder, const std::string& name, DrawnBy by)
    : computes_(by == DrawnBy::gpu), program_(folder, stages(name, computes_)) {}

void FullscreenPass::dispatch(unsigned int texture, unsigned int format, unsigned int access,
                              int left, int below, Extent size) const {
    glBindImageTexture(0, texture, 0, GL_FALSE, 0, access, format);
    program_.set("target_corner", glm::ivec2(left, below));
    program_.set("target_size", glm::ivec2(size.width, size.height));
    glDispatchCompute(static_cast<GLuint>((size.width + group_width - 1) / group_width),
                      static_cast<GLuint>((size.height + group_height - 1) / group_height), 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_FRAMEBUFFER_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
}

void FullscreenPass::fill(const ColourTarget& target, int left, int below, Extent size) const {
    program_.use();
    if (computes_) {
        dispatch(target.texture(), target.format(), GL_WRITE_ONLY, left, below, size);
    } else {
        draw_triangle(target.framebuffer(), left, below, size);
    }
}

void FullscreenPass::blend(const ColourTarget& target, float share) const {
    program_.use();
    if (computes_) {
        program_.set("share_of_source", share);
        dispatch(target.texture(), target.format(), GL_READ_WRITE, 0, 0, target.size());
        return;
    }
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_CONSTANT_ALPHA, GL_ONE_MINUS_CONSTANT_ALPHA);
    glBlendColor(0, 0, 0, share);
    draw_triangle(target.framebuffer(), 0, 0, target.size());
    glDisable(GL_BLEND);
}

bool FullscreenPass::can_fill(unsigned int framebuffer) const {
    return !computes_ ||
           (framebuffer != 0 &&
            of_colours(framebuffer, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_TEXTURE);
}

void FullscreenPass::fill(unsigned int framebuffer, Extent size) const {
    program_.use();
    if (!computes_) {
        draw_triangle(framebuffer, 0, 0, size);
        return;
    }
    const auto texture =
        static_cast<GLuint>(of_colours(framebuffer, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
    GLint format = 0;
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &format);
    dispatch(texture, static_cast<GLenum>(format), GL_WRITE_ONLY, 0, 0, size);
    // Whoever draws over it finds it bound, as after the rasteriser.
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, size.width, size.height);
}

} // namespace orrery
