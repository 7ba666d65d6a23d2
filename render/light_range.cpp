#include "render/light_range.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cmath>

namespace orrery {

void apply_light_range(const ShaderProgram& program, unsigned int target) {
    const GLenum attachment = target == 0 ? GLenum{GL_BACK_LEFT} : GLenum{GL_COLOR_ATTACHMENT0};
    GLint bits = 8;
    GLint kind = GL_UNSIGNED_NORMALIZED;
    glGetNamedFramebufferAttachmentParameteriv(target, attachment,
                                               GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, &bits);
    glGetNamedFramebufferAttachmentParameteriv(target, attachment,
                                               GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE, &kind);
    program.set("levels", std::exp2(static_cast<float>(std::clamp(bits, 1, 16))) - 1);
    program.set("headroom", kind == GL_FLOAT ? hdr_headroom : 1.0F);
}

} // namespace orrery
