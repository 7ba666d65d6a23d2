#pragma once

#include "render/cuda_interop.hpp"
#include "sim/base/body_target.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace orrery {

// What is drawn from: a ring of GL buffers, so that the newest bodies are written while the GPU
// still draws older ones. The processor writes to buffers that are mapped for their life; CUDA, on
// the GPU that draws, to others that are shared with it and mapped only while they are written.
// Owned by the thread that owns the context.
class BodyBuffer {
public:
    explicit BodyBuffer(InteropOpener open_interop = open_cuda_interop);
    ~BodyBuffer();
    // Room for `count` bodies that come from `device`, the GPU as CUDA counts that has them, or
    // from the host; throws failure when graphics memory does not suffice.
    void resize(std::size_t count, std::optional<int> device = std::nullopt);
    std::size_t capacity() const;
    // A place to write to that the GPU does not read any more: on `device`, in the order of the
    // target's stream and without waiting, or else in host memory (after a fence if need be), also
    // where interop_unavailable() says so.
    BodyTarget map(std::optional<int> device = std::nullopt);
    // What was written becomes what is drawn. False when CUDA did not hand it over: then the older
    // bodies stay, and the next map gives host memory.
    bool unmap(std::size_t count);
    // What was written, if anything, is forgotten.
    void discard();
    std::size_t count() const;      // bodies in the newest complete buffer
    unsigned int gl_buffer() const; // the newest complete one; 0 before the first
    // The newest complete one as the processor sees it: x y z s of each body. For clicks and
    // framing, not for every frame; valid until the next map or resize.
    std::span<const float> newest() const;
    std::size_t bytes() const; // of graphics memory

    // From now on those bodies are lit up among the others: a byte for each, not 0 for the chosen
    // ones. Empty: none is.
    void mark(std::span<const std::uint8_t> marks);
    // Those bytes, as long as there is one for each body; 0: none is chosen.
    unsigned int gl_marks() const;

    // The GPU that draws, as CUDA counts; nullopt while that is not known or where CUDA cannot
    // write to OpenGL's buffers.
    std::optional<int> cuda_device() const;
    // Why the last bodies that a GPU had were given host memory, and what to do about it: one
    // sentence. Empty when they were not.
    const std::string& interop_unavailable() const;
    // Of a publication on the GPU, by its clock, that finished lately; 0 when unknown. Never waits.
    double publish_gpu_milliseconds() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
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
