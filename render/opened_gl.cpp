// OpenGL and EGL, opened by name at run time: Orrery starts, and computes, where there is no
// graphics library. GLEW asks for nearly every function by its name once there is a context.
// Defined here are those that programs are linked with instead: of EGL, of OpenGL 1.1, and of GLX,
// by which GLEW asks. Each looks up its namesake when it is first called.

#include "sim/base/error.hpp"
#include "sim/base/opened_library.hpp"

#include <EGL/egl.h>
#include <GL/glew.h>

// As GL/glx.h has them, without its X11.
extern "C" {
int glXQueryVersion(void* display, int* major, int* minor);
const char* glXGetClientString(void* display, int name);
void (*glXGetProcAddressARB(const GLubyte* name))();
}

namespace {

using orrery::OpenedLibrary;

constexpr const char* remedy =
    "install a graphics driver, or Mesa's software one (Debian: libegl1 libgl1-mesa-dri)";

const OpenedLibrary& egl() {
    static const OpenedLibrary library("EGL", {"libEGL.so.1"}, remedy);
    return library;
}

const OpenedLibrary& gl() {
    static const OpenedLibrary library("OpenGL", {"libOpenGL.so.0", "libGL.so.1"}, remedy);
    return library;
}

const OpenedLibrary& glx() {
    static const OpenedLibrary library("GLX", {"libGLX.so.0", "libGL.so.1"}, remedy);
    return library;
}

// The library's own `function`, which is called `name`. Throws failure where there is none.
template <auto library, auto function>
decltype(function) in(const char* name) {
    static const auto found = [&] {
        decltype(function) namesake = nullptr;
        library().find(namesake, name);
        return namesake;
    }();
    return found;
}

// Null where there is no GLX, as with Wayland alone.
template <auto function>
decltype(function) in_glx(const char* name) {
    static const auto found = [&]() -> decltype(function) {
        try {
            return in<glx, function>(name);
        } catch (const orrery::Error&) {
            return nullptr;
        }
    }();
    return found;
}

} // namespace

extern "C" {

int glXQueryVersion(void* display, int* major, int* minor) {
    const auto query = in_glx<glXQueryVersion>("glXQueryVersion");
    return query == nullptr ? 0 : query(display, major, minor);
}

const char* glXGetClientString(void* display, int name) {
    const auto string = in_glx<glXGetClientString>("glXGetClientString");
    return string == nullptr ? nullptr : string(display, name);
}

void (*glXGetProcAddressARB(const GLubyte* name))() {
    const auto address = in_glx<glXGetProcAddressARB>("glXGetProcAddressARB");
    return address == nullptr ? eglGetProcAddress(reinterpret_cast<const char*>(name))
                              : address(name);
}

EGLBoolean eglBindAPI(EGLenum api) {
    return in<egl, eglBindAPI>("eglBindAPI")(api);
}

EGLContext eglCreateContext(EGLDisplay display, EGLConfig config, EGLContext shared,
                            const EGLint* attributes) {
    return in<egl, eglCreateContext>("eglCreateContext")(display, config, shared, attributes);
}

EGLBoolean eglDestroyContext(EGLDisplay display, EGLContext context) {
    return in<egl, eglDestroyContext>("eglDestroyContext")(display, context);
}

EGLContext eglGetCurrentContext() {
    return in<egl, eglGetCurrentContext>("eglGetCurrentContext")();
}

__eglMustCastToProperFunctionPointerType eglGetProcAddress(const char* name) {
    return in<egl, eglGetProcAddress>("eglGetProcAddress")(name);
}

EGLBoolean eglInitialize(EGLDisplay display, EGLint* major, EGLint* minor) {
    return in<egl, eglInitialize>("eglInitialize")(display, major, minor);
}

EGLBoolean eglMakeCurrent(EGLDisplay display, EGLSurface draw, EGLSurface read,
                          EGLContext context) {
    return in<egl, eglMakeCurrent>("eglMakeCurrent")(display, draw, read, context);
}

const char* eglQueryString(EGLDisplay display, EGLint name) {
    return in<egl, eglQueryString>("eglQueryString")(display, name);
}

void glBlendFunc(GLenum source, GLenum destination) {
    in<gl, glBlendFunc>("glBlendFunc")(source, destination);
}

void glClear(GLbitfield mask) {
    in<gl, glClear>("glClear")(mask);
}

void glClearColor(GLclampf red, GLclampf green, GLclampf blue, GLclampf alpha) {
    in<gl, glClearColor>("glClearColor")(red, green, blue, alpha);
}

void glColorMask(GLboolean red, GLboolean green, GLboolean blue, GLboolean alpha) {
    in<gl, glColorMask>("glColorMask")(red, green, blue, alpha);
}

void glDeleteTextures(GLsizei count, const GLuint* textures) {
    in<gl, glDeleteTextures>("glDeleteTextures")(count, textures);
}

void glDepthFunc(GLenum function) {
    in<gl, glDepthFunc>("glDepthFunc")(function);
}

void glDepthMask(GLboolean flag) {
    in<gl, glDepthMask>("glDepthMask")(flag);
}

void glDisable(GLenum capability) {
    in<gl, glDisable>("glDisable")(capability);
}

void glDrawArrays(GLenum mode, GLint first, GLsizei count) {
    in<gl, glDrawArrays>("glDrawArrays")(mode, first, count);
}

void glEnable(GLenum capability) {
    in<gl, glEnable>("glEnable")(capability);
}

void glFinish() {
    in<gl, glFinish>("glFinish")();
}

void glFlush() {
    in<gl, glFlush>("glFlush")();
}

GLenum glGetError() {
    return in<gl, glGetError>("glGetError")();
}

void glGetIntegerv(GLenum name, GLint* values) {
    in<gl, glGetIntegerv>("glGetIntegerv")(name, values);
}

const GLubyte* glGetString(GLenum name) {
    return in<gl, glGetString>("glGetString")(name);
}

void glPixelStorei(GLenum name, GLint value) {
    in<gl, glPixelStorei>("glPixelStorei")(name, value);
}

void glViewport(GLint x, GLint y, GLsizei width, GLsizei height) {
    in<gl, glViewport>("glViewport")(x, y, width, height);
}

} // extern "C"
