#include "render/graphics_context.hpp"

#include <GL/glew.h>

namespace orrery {
namespace {

std::string gl_text(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

} // namespace

std::string GraphicsContext::renderer() const {
    return gl_text(GL_RENDERER);
}

std::string GraphicsContext::version() const {
    return gl_text(GL_VERSION);
}

DrawnBy drawn_by() {
    const std::string renderer = gl_text(GL_RENDERER);
    for (const char* processor : {"llvmpipe", "softpipe"}) {
        if (renderer.find(processor) != std::string::npos) {
            return DrawnBy::processor;
        }
    }
    return DrawnBy::gpu;
}

} // namespace orrery
