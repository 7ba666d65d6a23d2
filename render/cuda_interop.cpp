// GL buffers registered with CUDA. A publication is mapped on a stream of its own, which has
// priority over the simulation's kernels so that a picture need not queue behind a step, and does
// not wait for the legacy default stream. Map and unmap order CUDA after and before OpenGL on the
// GPU; nothing here makes the processor wait.

#include "render/cuda_interop.hpp"

#include "render/gl_messages.hpp"

#include <GL/glew.h> // before CUDA's header, which brings an older gl.h along

#include <cuda_gl_interop.h>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace orrery {
namespace {

// CUDA's words, said once: a later check of somebody else's call is not to report them again.
std::string words(cudaError_t error) {
    cudaGetLastError();
    return cudaGetErrorString(error);
}

NoInterop refused(const char* doing, cudaError_t error) {
    return {std::string("CUDA refused ") + doing + " (" + words(error) + ")",
            "update the NVIDIA driver, or use fewer bodies if graphics memory is short"};
}

struct StreamDeleter {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, StreamDeleter>;

struct EventDeleter {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, EventDeleter>;

// How long publications take on the GPU, learnt some frames later.
class PublicationTimer {
public:
    cudaError_t create() {
        for (Span& span : spans_) {
            for (Event* event : {&span.start, &span.end}) {
                cudaEvent_t made = nullptr;
                if (const cudaError_t error = cudaEventCreate(&made); error != cudaSuccess) {
                    return error;
                }
                event->reset(made);
            }
        }
        return cudaSuccess;
    }

    cudaError_t begin(cudaStream_t stream) {
        collect();
        running_ = started_ - read_ < spans_.size(); // else the GPU is far behind: skip this one
        return running_ ? cudaEventRecord(spans_[started_ % spans_.size()].start.get(), stream)
                        : cudaSuccess;
    }

    cudaError_t end(cudaStream_t stream) {
        if (!std::exchange(running_, false)) {
            return cudaSuccess;
        }
        return cudaEventRecord(spans_[started_++ % spans_.size()].end.get(), stream);
    }

    double milliseconds() {
        collect();
        return milliseconds_;
    }

private:
    struct Span {
        Event start, end;
    };

    void collect() {
        for (; read_ < started_; ++read_) {
            const Span& span = spans_[read_ % spans_.size()];
            float milliseconds = 0;
            // Not an error if it is not over yet, but remembered as one.
            if (cudaEventElapsedTime(&milliseconds, span.start.get(), span.end.get()) !=
                cudaSuccess) {
                cudaGetLastError();
                return;
            }
            milliseconds_ = milliseconds;
        }
    }

    std::array<Span, 4> spans_;
    std::size_t started_ = 0; // so many measurements are complete on the stream
    std::size_t read_ = 0;    // and so many are known
    bool running_ = false;
    double milliseconds_ = 0;
};

// The GPU that draws, what publications run on, and how long they take.
struct Publishing {
    int device = 0;
    Stream stream;
    PublicationTimer timer;
};

class RegisteredBuffer final : public SharedBuffer {
public:
    RegisteredBuffer(cudaGraphicsResource_t resource, Publishing& publishing)
        : resource_(resource), publishing_(publishing) {}
    RegisteredBuffer(const RegisteredBuffer&) = delete;
    RegisteredBuffer& operator=(const RegisteredBuffer&) = delete;
    ~RegisteredBuffer() override {
        if (mapped_) {
            cudaGraphicsUnmapResources(1, &resource_, publishing_.stream.get());
        }
        if (cudaGraphicsUnregisterResource(resource_) != cudaSuccess) {
            cudaGetLastError(); // the GPU is lost, and whoever computes on it says so
        }
    }

    std::variant<float*, NoInterop> map() override {
        const cudaStream_t stream = publishing_.stream.get();
        // Whoever wrote the bodies before may have made another GPU this thread's.
        cudaError_t error = cudaSetDevice(publishing_.device);
        if (error == cudaSuccess) {
            error = cudaGraphicsMapResources(1, &resource_, stream);
            mapped_ = error == cudaSuccess;
        }
        void* address = nullptr;
        std::size_t bytes = 0;
        if (error == cudaSuccess) {
            error = cudaGraphicsResourceGetMappedPointer(&address, &bytes, resource_);
        }
        if (error == cudaSuccess) {
            error = publishing_.timer.begin(stream);
        }
        if (error != cudaSuccess) {
            return refused("to write to OpenGL's buffer", error);
        }
        return static_cast<float*>(address);
    }

    std::optional<NoInterop> unmap() override {
        const cudaStream_t stream = publishing_.stream.get();
        cudaError_t error = cudaSetDevice(publishing_.device);
        if (error == cudaSuccess) {
            error = publishing_.timer.end(stream);
        }
        mapped_ = false;
        const cudaError_t unmapped = cudaGraphicsUnmapResources(1, &resource_, stream);
        if (error == cudaSuccess) {
            error = unmapped;
        }
        if (error != cudaSuccess) {
            return refused("to give OpenGL's buffer back", error);
        }
        return std::nullopt;
    }

private:
    cudaGraphicsResource_t resource_;
    Publishing& publishing_;
    bool mapped_ = false;
};

class DrawingGpu final : public CudaInterop {
public:
    explicit DrawingGpu(Publishing publishing) : publishing_(std::move(publishing)) {}

    int device() const override { return publishing_.device; }
    void* stream() const override { return publishing_.stream.get(); }

    std::variant<std::unique_ptr<SharedBuffer>, NoInterop> share(unsigned gl_buffer) override {
        cudaError_t error = cudaSetDevice(publishing_.device);
        cudaGraphicsResource_t resource = nullptr;
        if (error == cudaSuccess) {
            error = cudaGraphicsGLRegisterBuffer(&resource, gl_buffer,
                                                 cudaGraphicsRegisterFlagsWriteDiscard);
        }
        if (error != cudaSuccess) {
            return refused("to share OpenGL's buffer", error);
        }
        return std::make_unique<RegisteredBuffer>(resource, publishing_);
    }

    double gpu_milliseconds() override { return publishing_.timer.milliseconds(); }

private:
    Publishing publishing_;
};

// Asked first: CUDA is not to be asked about a context of somebody else's driver.
std::optional<NoInterop> no_nvidia_opengl() {
    if (gl_text(GL_VENDOR).starts_with("NVIDIA")) {
        return std::nullopt;
    }
    const std::string renderer = gl_text(GL_RENDERER);
    const bool software = renderer.starts_with("llvmpipe") || renderer.starts_with("softpipe");
    return NoInterop{software ? "OpenGL runs on Mesa's software renderer, not on an NVIDIA GPU"
                              : "OpenGL runs on " + renderer + " without NVIDIA's driver",
                     "start Orrery with the NVIDIA driver's OpenGL (on a laptop with two GPUs: "
                     "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia)"};
}

} // namespace

OpenedInterop open_cuda_interop() {
    int version = 0;
    if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0) {
        cudaGetLastError();
        return NoInterop{"There is no NVIDIA driver on this machine", "install the driver"};
    }
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess) {
        return NoInterop{"CUDA does not start (" + words(error) + ")", "update the NVIDIA driver"};
    }
    if (const std::optional<NoInterop> elsewhere = no_nvidia_opengl()) {
        return *elsewhere;
    }
    Publishing publishing;
    unsigned found = 0;
    cudaError_t error = cudaGLGetDevices(&found, &publishing.device, 1, cudaGLDeviceListAll);
    if (error != cudaSuccess || found == 0) {
        return NoInterop{"CUDA does not offer the GPU that OpenGL draws on (" +
                             (found == 0 && error == cudaSuccess ? "none found" : words(error)) +
                             ")",
                         "check that CUDA_VISIBLE_DEVICES does not hide it"};
    }
    int least = 0, greatest = 0;
    cudaStream_t stream = nullptr;
    error = cudaSetDevice(publishing.device);
    if (error == cudaSuccess) {
        error = cudaDeviceGetStreamPriorityRange(&least, &greatest);
    }
    if (error == cudaSuccess) {
        error = cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest);
        publishing.stream.reset(stream);
    }
    if (error == cudaSuccess) {
        error = publishing.timer.create();
    }
    if (error != cudaSuccess) {
        return refused("a stream on the GPU that draws", error);
    }
    return std::make_unique<DrawingGpu>(std::move(publishing));
}

} // namespace orrery
