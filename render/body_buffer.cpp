// The ring. Three buffers, each mapped once for its life (persistent, coherent): one is drawn from,
// one is written to, one is what the GPU may still be reading while the writer is already ahead. A
// buffer's fence is set when a newer one takes its place, which is after every draw that reads it.

#include "render/body_renderer.hpp"
#include "render/gl_messages.hpp"
#include "render/gl_object.hpp"
#include "sim/error.hpp"

#include <array>
#include <cassert>
#include <limits>
#include <string>

namespace orrery {
namespace {

constexpr std::size_t bytes_per_body = 4 * sizeof(float);

struct Slot {
    GlBuffer buffer;
    float* mapped = nullptr;
    GlFence read; // passed when the GPU reads it no more
};

Slot make_slot(std::size_t capacity) {
    // Readable too: picking and framing look at the bodies where they are.
    constexpr GLbitfield access =
        GL_MAP_WRITE_BIT | GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const auto bytes = static_cast<GLsizeiptr>(capacity * bytes_per_body);
    const std::string doing = "making room for " + std::to_string(capacity) + " bodies on screen";
    Slot slot{GlBuffer::create(), nullptr, {}};
    glNamedBufferStorage(slot.buffer.name(), bytes, nullptr, access);
    gl_check(doing.c_str(), "use fewer bodies");
    slot.mapped = static_cast<float*>(glMapNamedBufferRange(slot.buffer.name(), 0, bytes, access));
    if (slot.mapped == nullptr) {
        gl_check(doing.c_str(), "use fewer bodies");
        throw failure("graphics memory cannot be mapped", doing, "use fewer bodies");
    }
    return slot;
}

} // namespace

class BodyBuffer::Implementation {
public:
    void resize(std::size_t count) {
        if (count <= capacity_) {
            return;
        }
        if (count > static_cast<std::size_t>(std::numeric_limits<GLsizei>::max()) / 4) {
            throw failure(std::to_string(count) + " bodies are more than OpenGL can draw",
                          "graphics", "use fewer bodies");
        }
        std::array<Slot, 3> larger;
        for (Slot& slot : larger) {
            slot = make_slot(count);
        }
        if (newest_ != nullptr) {
            outgrown_ = std::move(*newest_); // drawn until there is a newer one
            newest_ = &outgrown_;
        }
        slots_ = std::move(larger);
        capacity_ = count;
    }

    BodyTarget map() {
        assert(!mapped_);
        mapped_ = true;
        if (capacity_ == 0) {
            return {};
        }
        Slot& slot = slots_[next_];
        while (!slot.read.wait(1'000'000'000)) {
        }
        slot.read = {};
        return {.xyzs = slot.mapped, .capacity = capacity_};
    }

    void unmap(std::size_t count) {
        assert(mapped_ && count <= capacity_);
        mapped_ = false;
        if (capacity_ == 0) {
            return;
        }
        if (newest_ != nullptr) {
            newest_->read = GlFence::insert();
        }
        newest_ = &slots_[next_];
        next_ = (next_ + 1) % slots_.size();
        count_ = count;
        outgrown_ = {}; // GL keeps it as long as its commands need it
    }

    std::size_t capacity() const { return capacity_; }
    std::size_t count() const { return count_; }
    unsigned int name() const { return newest_ == nullptr ? 0 : newest_->buffer.name(); }
    std::span<const float> newest() const {
        return newest_ == nullptr ? std::span<const float>{}
                                  : std::span<const float>(newest_->mapped, 4 * count_);
    }

private:
    std::array<Slot, 3> slots_;
    Slot outgrown_;
    Slot* newest_ = nullptr; // complete; null before the first
    std::size_t next_ = 0;   // to be written
    std::size_t capacity_ = 0;
    std::size_t count_ = 0;
    bool mapped_ = false;
};

BodyBuffer::BodyBuffer() : implementation_(std::make_unique<Implementation>()) {}

BodyBuffer::~BodyBuffer() = default;

void BodyBuffer::resize(std::size_t count) {
    implementation_->resize(count);
}

std::size_t BodyBuffer::capacity() const {
    return implementation_->capacity();
}

BodyTarget BodyBuffer::map() {
    return implementation_->map();
}

void BodyBuffer::unmap(std::size_t count) {
    implementation_->unmap(count);
}

std::size_t BodyBuffer::count() const {
    return implementation_->count();
}

unsigned int BodyBuffer::gl_buffer() const {
    return implementation_->name();
}

std::span<const float> BodyBuffer::newest() const {
    return implementation_->newest();
}

std::size_t BodyBuffer::bytes() const {
    return 3 * capacity() * bytes_per_body;
}

} // namespace orrery
