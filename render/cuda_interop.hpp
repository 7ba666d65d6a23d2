#pragma once

#include <functional>
#include <memory>
#include <string>

namespace orrery {

// Thrown by all below: why positions cannot stay on the GPU, in one clause that begins a sentence,
// and what the user can do about it.
struct NoInterop {
    std::string reason;
    std::string remedy;
};

// A GL buffer that CUDA writes to. To be gone before the GL buffer and before its CudaInterop.
class SharedBuffer {
public:
    virtual ~SharedBuffer() = default; // unmaps, if it is mapped
    // Memory for CUDA to write, in work put into the interop's stream before unmap; its old
    // contents are lost. That work begins after OpenGL's earlier commands and ends before its later
    // ones; the processor waits for neither.
    virtual float* map() = 0;
    virtual void unmap() = 0; // throws where OpenGL may not have got what was written
};

// The GPU that draws, as one that computes. Belongs to the thread that owns the GL context.
class CudaInterop {
public:
    virtual ~CudaInterop() = default;
    virtual int device() const = 0;   // as CUDA counts
    virtual void* stream() const = 0; // of publications, a cudaStream_t
    // Registers a buffer with storage, for its life.
    virtual std::unique_ptr<SharedBuffer> share(unsigned gl_buffer) = 0;
    // From a map to its unmap by the GPU's clock, of the last finished one; 0 before the first.
    // Never waits.
    virtual double gpu_milliseconds() = 0;
};

using InteropOpener = std::function<std::unique_ptr<CudaInterop>()>;

// For the GL context that is current.
std::unique_ptr<CudaInterop> open_cuda_interop();

} // namespace orrery
