#include "render/light_range.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

GLint parameter_of(unsigned int framebuffer, GLenum what, GLint missing) {
    const GLenum attachment =
        framebuffer == 0 ? GLenum{GL_BACK_LEFT} : GLenum{GL_COLOR_ATTACHMENT0};
    GLint value = missing;
    glGetNamedFramebufferAttachmentParameteriv(framebuffer, attachment, what, &value);
    return value;
}

} // namespace

int channel_bits(unsigned int framebuffer) {
    return std::clamp(parameter_of(framebuffer, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, 8), 1, 16);
}

void apply_light_range(const ShaderProgram& program, unsigned int target) {
    const GLint kind =
        parameter_of(target, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, GL_UNSIGNED_NORMALIZED);
    program.set("levels", std::exp2(static_cast<float>(channel_bits(target))) - 1);
    program.set("headroom", kind == GL_FLOAT ? hdr_headroom : 1.0F);
}

} // namespace orrery
