#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace orrery {

// Why positions cannot stay on the GPU, in one clause that begins a sentence, and what the user can
// do about it.
struct NoInterop {
    std::string reason;
    std::string remedy;
};

// A GL buffer that CUDA writes to. To be gone before the GL buffer and before its CudaInterop.
class SharedBuffer {
public:
    virtual ~SharedBuffer() = default; // unmaps, if it is mapped
    // Where CUDA writes, in work put into the interop's stream before unmap; what was there is
    // lost. That work begins after OpenGL's earlier commands and ends before its later ones; the
    // processor waits for neither.
    virtual std::variant<float*, NoInterop> map() = 0;
    virtual std::optional<NoInterop> unmap() = 0; // why OpenGL may not have got what was written
};

// The GPU that draws, as one that computes. Belongs to the thread that owns the GL context.
class CudaInterop {
public:
    virtual ~CudaInterop() = default;
    virtual int device() const = 0;   // as CUDA counts
    virtual void* stream() const = 0; // of publications, a cudaStream_t
    // Registers a buffer with storage, for its life.
    virtual std::variant<std::unique_ptr<SharedBuffer>, NoInterop> share(unsigned gl_buffer) = 0;
    // From a map to its unmap by the GPU's clock, of the last finished one; 0 before the first.
    // Never waits.
    virtual double gpu_milliseconds() = 0;
};

using OpenedInterop = std::variant<std::unique_ptr<CudaInterop>, NoInterop>;
using InteropOpener = std::function<OpenedInterop()>;

// For the GL context that is current.
OpenedInterop open_cuda_interop();

} // namespace orrery
