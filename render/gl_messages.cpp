#include "render/gl_messages.hpp"

#include "render/graphics_context.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>

#include <atomic>
#include <cstdio>
#include <string>

namespace orrery {
namespace {

// The callback is the process's, so is its count.
std::atomic<int> error_count = 0;

void GLAPIENTRY on_message(GLenum source, GLenum type, GLuint, GLenum severity, GLsizei length,
                           const GLchar* message, const void*) {
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) {
        return; // whoever compiles asks for its words, and tells them
    }
    if (type != GL_DEBUG_TYPE_ERROR && severity != GL_DEBUG_SEVERITY_HIGH) {
        return;
    }
    ++error_count;
    std::fprintf(stderr, "OpenGL: %.*s\n", static_cast<int>(length), message);
}

} // namespace

std::string gl_text(unsigned int name) {
    const GLubyte* text = glGetString(name);
    return text == nullptr ? std::string() : reinterpret_cast<const char*>(text);
}

int gl_error_count() {
    return error_count;
}

void load_gl(bool debug) {
    glewExperimental = GL_TRUE;
    const GLenum status = glewInit();
    // GLEW asks for a GLX display last; with EGL and Wayland there is none, and every function of
    // OpenGL itself is loaded by then.
    if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
        throw failure(std::string("OpenGL's functions cannot be loaded (") +
                          reinterpret_cast<const char*>(glewGetErrorString(status)) + ")",
                      "graphics", "install this machine's graphics driver");
    }
    GLint major = 0, minor = 0;
    glGetIntegerv(GL_MAJOR_VERSION, &major);
    glGetIntegerv(GL_MINOR_VERSION, &minor);
    if (10 * major + minor < 45) {
        throw failure("the driver offers OpenGL " + std::to_string(major) + "." +
                          std::to_string(minor) + " only",
                      "graphics", "Orrery needs OpenGL 4.5: update the graphics driver");
    }
    while (glGetError() != GL_NO_ERROR) { // GLEW leaves some behind
    }
    if (debug) {
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(on_message, nullptr);
    }
}

void gl_check(const char* doing, const char* hint) {
    const GLenum first = glGetError();
    if (first == GL_NO_ERROR) {
        return;
    }
    for (int more = 0; more < 16 && glGetError() != GL_NO_ERROR; ++more) {
    }
    throw failure(first == GL_OUT_OF_MEMORY ? "out of graphics memory"
                                            : "OpenGL failed with error " + std::to_string(first),
                  doing, hint);
}

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
