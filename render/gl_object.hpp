#pragma once

#include <GL/glew.h>

#include <utility>

namespace orrery {

// The name of an OpenGL object, deleted with its owner; 0 when empty. `Kind` says how such names
// are made and deleted.
template <class Kind>
class GlObject {
public:
    GlObject() = default; // empty
    static GlObject create(auto... what) { return GlObject(Kind::create(what...)); }
    ~GlObject() { reset(); }

    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    GlObject(const GlObject&) = delete;
    GlObject& operator=(const GlObject&) = delete;

    GLuint name() const noexcept { return name_; }

private:
    explicit GlObject(GLuint name) : name_(name) {}
    void reset() noexcept {
        if (name_ != 0) {
            Kind::destroy(name_);
        }
    }

    GLuint name_ = 0;
};

struct BufferKind {
    static GLuint create() {
        GLuint name = 0;
        glCreateBuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};

struct TextureKind {
    static GLuint create(GLenum target) {
        GLuint name = 0;
        glCreateTextures(target, 1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};

struct FramebufferKind {
    static GLuint create() {
        GLuint name = 0;
        glCreateFramebuffers(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};

struct VertexArrayKind {
    static GLuint create() {
        GLuint name = 0;
        glCreateVertexArrays(1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};

struct QueryKind {
    static GLuint create(GLenum target) {
        GLuint name = 0;
        glCreateQueries(target, 1, &name);
        return name;
    }
    static void destroy(GLuint name) { glDeleteQueries(1, &name); }
};

struct ShaderKind {
    static GLuint create(GLenum stage) { return glCreateShader(stage); }
    static void destroy(GLuint name) { glDeleteShader(name); }
};

struct ProgramKind {
    static GLuint create() { return glCreateProgram(); }
    static void destroy(GLuint name) { glDeleteProgram(name); }
};

using GlBuffer = GlObject<BufferKind>;
using GlTexture = GlObject<TextureKind>;
using GlFramebuffer = GlObject<FramebufferKind>;
using GlVertexArray = GlObject<VertexArrayKind>;
using GlQuery = GlObject<QueryKind>;
using GlShader = GlObject<ShaderKind>;
using GlProgram = GlObject<ProgramKind>;

// A fence in the stream of GL commands.
class GlFence {
public:
    GlFence() = default; // passed already
    static GlFence insert() { return GlFence(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0)); }
    ~GlFence() { glDeleteSync(sync_); } // ignores null

    GlFence(GlFence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
    GlFence& operator=(GlFence&& other) noexcept {
        std::swap(sync_, other.sync_);
        return *this;
    }
    GlFence(const GlFence&) = delete;
    GlFence& operator=(const GlFence&) = delete;

    // Whether the GPU has passed it after at most `nanoseconds`.
    bool wait(GLuint64 nanoseconds) const {
        if (sync_ == nullptr) {
            return true;
        }
        const GLenum state = glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
        return state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED;
    }
    // What this context is asked for from here on comes after it, also where another one made it.
    void hold_back() const {
        if (sync_ != nullptr) {
            glWaitSync(sync_, 0, GL_TIMEOUT_IGNORED);
        }
    }

private:
    explicit GlFence(GLsync sync) : sync_(sync) {}

    GLsync sync_ = nullptr;
};

} // namespace orrery
