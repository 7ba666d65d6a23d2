#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

struct __GLsync;

namespace orrery {

enum class GlKind { buffer, texture, framebuffer, vertex_array, query, shader, program };

// `what`: the target of a texture or query, the stage of a shader; of the others nothing.
unsigned int create_gl(GlKind kind, unsigned int what);
void destroy_gl(GlKind kind, unsigned int name) noexcept;

// The name of an OpenGL object, deleted with its owner; 0 when empty. Headers that have some need
// none of OpenGL's own.
template <GlKind kind>
class GlObject {
public:
    GlObject() = default; // empty
    static GlObject create(unsigned int what = 0) { return GlObject(create_gl(kind, what)); }
    ~GlObject() {
        if (name_ != 0) {
            destroy_gl(kind, name_);
        }
    }

    GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(name_, other.name_);
        return *this;
    }
    GlObject(const GlObject&) = delete;
    GlObject& operator=(const GlObject&) = delete;

    unsigned int name() const noexcept { return name_; }

private:
    explicit GlObject(unsigned int name) : name_(name) {}

    unsigned int name_ = 0;
};

using GlBuffer = GlObject<GlKind::buffer>;
using GlTexture = GlObject<GlKind::texture>;
using GlFramebuffer = GlObject<GlKind::framebuffer>;
using GlVertexArray = GlObject<GlKind::vertex_array>;
using GlQuery = GlObject<GlKind::query>;
using GlShader = GlObject<GlKind::shader>;
using GlProgram = GlObject<GlKind::program>;

// A buffer that is made anew when more has to go into it; what was there is lost then.
class GrowingBuffer {
public:
    // Makes room for `bytes` bytes; true if the buffer was made anew. Throws failure when graphics
    // memory does not suffice: `doing` and `hint` as for gl_check.
    bool reserve(std::size_t bytes, const char* doing, const char* hint = "");
    // Makes it these bytes.
    void store(std::span<const std::byte> bytes, const char* doing, const char* hint = "");

    unsigned int name() const { return buffer_.name(); }
    std::size_t room() const { return room_; } // bytes

private:
    GlBuffer buffer_;
    std::size_t room_ = 0;
};

// A fence in the stream of GL commands.
class GlFence {
public:
    GlFence() = default; // passed already
    static GlFence insert();
    ~GlFence();

    GlFence(GlFence&& other) noexcept : sync_(std::exchange(other.sync_, nullptr)) {}
    GlFence& operator=(GlFence&& other) noexcept {
        std::swap(sync_, other.sync_);
        return *this;
    }
    GlFence(const GlFence&) = delete;
    GlFence& operator=(const GlFence&) = delete;

    // Whether the GPU has passed it after at most `nanoseconds`.
    bool wait(std::uint64_t nanoseconds) const;
    // This context's later commands run after the fence, also if another context made it.
    void hold_back() const;

private:
    __GLsync* sync_ = nullptr;
};

} // namespace orrery
