#include "render/gl_object.hpp"

#include "render/gl_messages.hpp"

#include <GL/glew.h>

namespace orrery {
namespace {

struct Kind {
    void (*create)(GLenum what, GLuint* name);
    void (*destroy)(GLuint name);
};

// In the order of GlKind.
constexpr Kind kinds[] = {
    {[](GLenum, GLuint* name) { glCreateBuffers(1, name); },
     [](GLuint name) { glDeleteBuffers(1, &name); }},
    {[](GLenum target, GLuint* name) { glCreateTextures(target, 1, name); },
     [](GLuint name) { glDeleteTextures(1, &name); }},
    {[](GLenum, GLuint* name) { glCreateFramebuffers(1, name); },
     [](GLuint name) { glDeleteFramebuffers(1, &name); }},
    {[](GLenum, GLuint* name) { glCreateVertexArrays(1, name); },
     [](GLuint name) { glDeleteVertexArrays(1, &name); }},
    {[](GLenum target, GLuint* name) { glCreateQueries(target, 1, name); },
     [](GLuint name) { glDeleteQueries(1, &name); }},
    {[](GLenum stage, GLuint* name) { *name = glCreateShader(stage); },
     [](GLuint name) { glDeleteShader(name); }},
    {[](GLenum, GLuint* name) { *name = glCreateProgram(); },
     [](GLuint name) { glDeleteProgram(name); }},
};

} // namespace

unsigned int create_gl(GlKind kind, unsigned int what) {
    GLuint name = 0;
    kinds[static_cast<int>(kind)].create(what, &name);
    return name;
}

void destroy_gl(GlKind kind, unsigned int name) noexcept {
    kinds[static_cast<int>(kind)].destroy(name);
}

bool GrowingBuffer::reserve(std::size_t bytes, const char* doing, const char* hint) {
    if (bytes <= room_) {
        return false;
    }
    GlBuffer larger = GlBuffer::create();
    glNamedBufferStorage(larger.name(), static_cast<GLsizeiptr>(bytes), nullptr,
                         GL_DYNAMIC_STORAGE_BIT);
    gl_check(doing, hint);
    buffer_ = std::move(larger);
    room_ = bytes;
    return true;
}

void GrowingBuffer::store(std::span<const std::byte> bytes, const char* doing, const char* hint) {
    reserve(bytes.size(), doing, hint);
    if (!bytes.empty()) {
        glNamedBufferSubData(name(), 0, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
    }
}

GlFence GlFence::insert() {
    GlFence fence;
    fence.sync_ = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    return fence;
}

GlFence::~GlFence() {
    glDeleteSync(sync_); // ignores null
}

bool GlFence::wait(std::uint64_t nanoseconds) const {
    if (sync_ == nullptr) {
        return true;
    }
    const GLenum state = glClientWaitSync(sync_, GL_SYNC_FLUSH_COMMANDS_BIT, nanoseconds);
    return state == GL_ALREADY_SIGNALED || state == GL_CONDITION_SATISFIED;
}

void GlFence::hold_back() const {
    if (sync_ != nullptr) {
        glWaitSync(sync_, 0, GL_TIMEOUT_IGNORED);
    }
}

} // namespace orrery
