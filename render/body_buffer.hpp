#pragma once

#include "render/cuda_interop.hpp"
#include "render/gl_object.hpp"
#include "sim/base/body_target.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace orrery {

// The bodies to draw: a ring of GL buffers, so that the newest bodies are written while the GPU
// still draws older ones. The processor writes to buffers that are mapped for their life; CUDA, on
// the GPU that draws, to others that are shared with it and mapped only while they are written.
// Owned by the thread that owns the context.
class BodyBuffer {
public:
    explicit BodyBuffer(InteropOpener open_interop = open_cuda_interop);
    BodyBuffer(const BodyBuffer&) = delete;
    BodyBuffer& operator=(const BodyBuffer&) = delete;
    // Room for `count` bodies that come from `device`, the GPU as CUDA counts that has them, or
    // from the host; throws failure when graphics memory does not suffice.
    void resize(std::size_t count, std::optional<int> device = std::nullopt);
    // Memory to write to that the GPU no longer reads: on `device`, in the order of the target's
    // stream and without waiting, or else in host memory (after a fence if need be), also if
    // interop_unavailable() says so.
    BodyTarget map(std::optional<int> device = std::nullopt);
    // The buffer just written is drawn from now on. False when CUDA did not hand it over: then the
    // older bodies stay, and the next map gives host memory.
    bool unmap(std::size_t count);
    // Forgets what was written since map, if anything.
    void discard();
    std::size_t count() const { return count_; } // bodies in the newest complete buffer
    // Grows whenever others are to be seen, or others are lit up.
    std::uint64_t changes() const { return changes_; }
    // The newest complete one; 0 before the first.
    unsigned int gl_buffer() const { return newest_ == nullptr ? 0 : newest_->buffer.name(); }
    // The newest complete one as the processor sees it: x y z s of each body. For clicks and
    // framing, not for every frame; valid until the next map or resize.
    std::span<const float> newest() const;
    std::size_t bytes() const; // of graphics memory

    // From now on those bodies are lit up among the others: a byte for each, not 0 for the chosen
    // ones. Empty: none is.
    void mark(std::span<const std::uint8_t> marks);
    // The marks, if there is one for each body; else 0: no body is chosen.
    unsigned int gl_marks() const { return marked_ > 0 && marked_ == count_ ? marks_.name() : 0; }

    // The GPU that draws, as CUDA counts; nullopt while that is not known or where CUDA cannot
    // write to OpenGL's buffers.
    std::optional<int> cuda_device() const {
        return interop_ ? std::optional(interop_->device()) : std::nullopt;
    }
    // Why the last bodies that a GPU had were given host memory, and what to do about it: one
    // sentence. Empty when they were not.
    const std::string& interop_unavailable() const { return unavailable_; }
    // GPU time of the last completed publication in ms, or 0. Does not block.
    double publish_gpu_milliseconds() const { return interop_ ? interop_->gpu_milliseconds() : 0; }

private:
    struct Slot {
        GlBuffer buffer;
        float* mapped = nullptr;              // the processor's, for its life
        GlFence read;                         // passed when the GPU reads it no more
        std::unique_ptr<SharedBuffer> shared; // CUDA's; after `buffer`, so that it goes first
    };
    struct Ring {
        std::vector<Slot> slots;
        std::size_t next = 0;     // to be written
        std::size_t capacity = 0; // bodies, of each
    };

    static Slot make_slot(std::size_t capacity, unsigned int access);
    static Slot make_host_slot(std::size_t capacity);
    void grow_host(std::size_t count);
    bool shared_ring_ready(std::optional<int> device, std::size_t count);
    bool opened();
    bool grow_device(std::size_t count);
    void replace(Ring& ring, Ring with);
    bool hand_over();
    void give_up(const NoInterop& no);

    InteropOpener open_interop_; // empty once it has been asked
    std::unique_ptr<CudaInterop> interop_;
    std::string unavailable_;
    Ring host_, device_;
    Slot outgrown_;
    Slot* newest_ = nullptr;  // complete; null before the first
    Ring* writing_ = nullptr; // between map and unmap
    std::size_t room_ = 0;    // that maps are to have
    std::size_t count_ = 0;   // bodies of the newest
    std::uint64_t changes_ = 0;
    GrowingBuffer marks_;
    std::size_t marked_ = 0;
    mutable std::vector<float> read_back_; // the newest, read back on demand if it is CUDA's
};

// Bodies on their way into a buffer: what was written is forgotten unless it is kept.
class BodyWriting {
public:
    // As BodyBuffer::map.
    explicit BodyWriting(BodyBuffer& buffer, std::optional<int> device = std::nullopt)
        : buffer_(buffer), target_(buffer.map(device)) {}
    BodyWriting(const BodyWriting&) = delete;
    BodyWriting& operator=(const BodyWriting&) = delete;
    ~BodyWriting() {
        if (!handed_over_) {
            buffer_.discard();
        }
    }

    const BodyTarget& target() const { return target_; }
    // As BodyBuffer::unmap.
    bool keep(std::size_t count) {
        handed_over_ = true;
        return buffer_.unmap(count);
    }

private:
    BodyBuffer& buffer_;
    BodyTarget target_;
    bool handed_over_ = false;
};

} // namespace orrery
