// Two rings of buffers. In each, one is drawn from and one is written to.
//
// The host's are each mapped once for their life (persistent, coherent). A buffer's fence is set
// when a newer one takes its place, which is after every draw that reads it. There is a third,
// which the GPU may still be reading while the writer is already ahead.
//
// The device's are ordinary buffers registered with CUDA. Mapping one orders CUDA's writing after
// the draws that read it, and unmapping before those to come, all on the GPU: no thread waits, so
// two are enough.
//
// Either ring is made when bodies first come that way.

#include "render/body_buffer.hpp"
#include "render/gl_messages.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <string>
#include <utility>

namespace orrery {
namespace {

constexpr std::size_t bytes_per_body = 4 * sizeof(float);
constexpr std::size_t host_slots = 3;
constexpr std::size_t device_slots = 2;

std::string sentence(const NoInterop& no) {
    return no.reason + ", so positions are copied through the processor; " + no.remedy;
}

NoInterop other_gpu(int computes, int draws) {
    return {"The simulation runs on GPU " + std::to_string(computes) + " and OpenGL on GPU " +
                std::to_string(draws),
            "let the simulation use GPU " + std::to_string(draws) + " to avoid that"};
}

} // namespace

BodyBuffer::BodyBuffer(InteropOpener open_interop) : open_interop_(std::move(open_interop)) {}

BodyBuffer::Slot BodyBuffer::make_slot(std::size_t capacity, unsigned int access) {
    const std::string doing =
        "allocating memory for " + std::to_string(capacity) + " bodies on screen";
    Slot slot{GlBuffer::create(), nullptr, {}, nullptr};
    glNamedBufferStorage(slot.buffer.name(), static_cast<GLsizeiptr>(capacity * bytes_per_body),
                         nullptr, access);
    gl_check(doing.c_str(), "use fewer bodies");
    return slot;
}

BodyBuffer::Slot BodyBuffer::make_host_slot(std::size_t capacity) {
    // Readable too: picking and framing look at the bodies where they are.
    constexpr GLbitfield access =
        GL_MAP_WRITE_BIT | GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    Slot slot = make_slot(capacity, access);
    slot.mapped = static_cast<float*>(glMapNamedBufferRange(
        slot.buffer.name(), 0, static_cast<GLsizeiptr>(capacity * bytes_per_body), access));
    if (slot.mapped == nullptr) {
        gl_check("mapping graphics memory", "use fewer bodies");
        throw failure("graphics memory cannot be mapped",
                      "allocating memory for " + std::to_string(capacity) + " bodies on screen",
                      "use fewer bodies");
    }
    return slot;
}

void BodyBuffer::resize(std::size_t count, std::optional<int> device) {
    assert(!writing_);
    if (count > static_cast<std::size_t>(std::numeric_limits<GLsizei>::max()) / 4) {
        throw failure(std::to_string(count) + " bodies are more than OpenGL can draw", "graphics",
                      "use fewer bodies");
    }
    if (!shared_ring_ready(device, count)) {
        grow_host(count);
    }
    room_ = count;
}

BodyTarget BodyBuffer::map(std::optional<int> device) {
    assert(!writing_);
    if (room_ == 0) {
        return {};
    }
    if (shared_ring_ready(device, room_)) {
        try {
            const BodyTarget target{.xyzs = device_.slots[device_.next].shared->map(),
                                    .capacity = device_.capacity,
                                    .on_device = true,
                                    .stream = interop_->stream(),
                                    .device = interop_->device()};
            writing_ = &device_;
            return target;
        } catch (const NoInterop& no) {
            give_up(no);
        }
    }
    grow_host(room_);
    Slot& slot = host_.slots[host_.next];
    while (!slot.read.wait(1'000'000'000)) {
    }
    slot.read = {};
    writing_ = &host_;
    return {.xyzs = slot.mapped, .capacity = host_.capacity};
}

bool BodyBuffer::unmap(std::size_t count) {
    if (room_ == 0) {
        return true;
    }
    assert(writing_ != nullptr && count <= writing_->capacity);
    if (!hand_over()) {
        return false;
    }
    if (newest_ != nullptr && newest_->mapped != nullptr) {
        newest_->read = GlFence::insert();
    }
    Ring& written = *std::exchange(writing_, nullptr);
    newest_ = &written.slots[written.next];
    written.next = (written.next + 1) % written.slots.size();
    count_ = count;
    ++changes_;
    read_back_ = {};
    outgrown_ = {}; // GL keeps it as long as its commands need it
    return true;
}

void BodyBuffer::discard() {
    if (writing_ != nullptr && hand_over()) {
        writing_ = nullptr;
    }
}

std::size_t BodyBuffer::bytes() const {
    return (host_.slots.size() * host_.capacity + device_.slots.size() * device_.capacity) *
           bytes_per_body;
}

std::span<const float> BodyBuffer::newest() const {
    if (newest_ == nullptr || newest_->mapped != nullptr) {
        return newest_ == nullptr ? std::span<const float>{}
                                  : std::span<const float>(newest_->mapped, 4 * count_);
    }
    if (read_back_.size() != 4 * count_) {
        read_back_.resize(4 * count_);
        glGetNamedBufferSubData(newest_->buffer.name(), 0,
                                static_cast<GLsizeiptr>(count_ * bytes_per_body),
                                read_back_.data());
    }
    return read_back_;
}

void BodyBuffer::grow_host(std::size_t count) {
    if (count > host_.capacity) {
        Ring larger;
        while (larger.slots.size() < host_slots) {
            larger.slots.push_back(make_host_slot(count));
        }
        larger.capacity = count;
        replace(host_, std::move(larger));
    }
}

// Whether CUDA can write `count` bodies of `device` where they are drawn from.
bool BodyBuffer::shared_ring_ready(std::optional<int> device, std::size_t count) {
    if (!device || !opened()) {
        return false;
    }
    if (interop_->device() != *device) {
        unavailable_ = sentence(other_gpu(*device, interop_->device()));
        return false;
    }
    unavailable_.clear();
    return count <= device_.capacity || grow_device(count);
}

bool BodyBuffer::opened() {
    if (open_interop_) {
        try {
            interop_ = std::exchange(open_interop_, nullptr)();
        } catch (const NoInterop& no) {
            unavailable_ = sentence(no);
        }
    }
    return interop_ != nullptr;
}

bool BodyBuffer::grow_device(std::size_t count) {
    Ring larger;
    while (larger.slots.size() < device_slots) {
        larger.slots.push_back(make_slot(count, 0));
        try {
            larger.slots.back().shared = interop_->share(larger.slots.back().buffer.name());
        } catch (const NoInterop& no) {
            larger = {};
            give_up(no);
            return false;
        }
    }
    larger.capacity = count;
    replace(device_, std::move(larger));
    return true;
}

// The newest bodies are drawn until there are newer ones.
void BodyBuffer::replace(Ring& ring, Ring with) {
    const auto is_newest = [&](const Slot& slot) { return &slot == newest_; };
    if (std::any_of(ring.slots.begin(), ring.slots.end(), is_newest)) {
        outgrown_ = std::move(*newest_);
        newest_ = &outgrown_;
    }
    ring = std::move(with);
}

// Gives the buffer that was being written back to OpenGL. False if CUDA refuses.
bool BodyBuffer::hand_over() {
    if (writing_ == &host_) {
        return true;
    }
    try {
        writing_->slots[writing_->next].shared->unmap();
    } catch (const NoInterop& no) {
        writing_ = nullptr;
        give_up(no);
        return false;
    }
    return true;
}

// CUDA is not asked again: what it refused once it refuses every frame.
void BodyBuffer::give_up(const NoInterop& no) {
    unavailable_ = sentence(no);
    replace(device_, {});
    outgrown_.shared.reset();
    interop_.reset();
}

void BodyBuffer::mark(std::span<const std::uint8_t> marks) {
    constexpr const char* doing = "allocating memory for marks";
    marked_ = marks.size();
    marks_.reserve((marks.size() + 3) / 4 * 4, doing, "use fewer bodies"); // words, for the shader
    marks_.store(std::as_bytes(marks), doing);
    ++changes_;
}

} // namespace orrery
