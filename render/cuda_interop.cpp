// GL buffers registered with CUDA. A publication is mapped on a stream of its own, which has
// priority over the simulation's kernels so that a picture need not queue behind a step, and does
// not wait for the legacy default stream. Map and unmap order CUDA after and before OpenGL on the
// GPU; nothing here makes the processor wait.

#include "render/cuda_interop.hpp"

#include "render/gl_messages.hpp"

#include <GL/glew.h> // before CUDA's header, which brings an older gl.h along

#include <cuda_gl_interop.h>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace orrery {
namespace {

// CUDA's message. Clears the error, so that a later check of another call does not report it.
std::string words(cudaError_t error) {
    cudaGetLastError();
    return cudaGetErrorString(error);
}

void require(cudaError_t error, const char* doing) {
    if (error != cudaSuccess) {
        throw NoInterop{
            std::string("CUDA refused ") + doing + " (" + words(error) + ")",
            "update the NVIDIA driver, or use fewer bodies if graphics memory is short"};
    }
}

struct StreamDeleter {
    void operator()(cudaStream_t stream) const { cudaStreamDestroy(stream); }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, StreamDeleter>;

struct EventDeleter {
    void operator()(cudaEvent_t event) const { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, EventDeleter>;

// How long publications take on the GPU, learnt some frames later: of one at a time.
class PublicationTimer {
public:
    cudaError_t create() {
        for (Event* event : {&start_, &end_}) {
            cudaEvent_t made = nullptr;
            if (const cudaError_t error = cudaEventCreate(&made); error != cudaSuccess) {
                return error;
            }
            event->reset(made);
        }
        return cudaSuccess;
    }

    cudaError_t begin(cudaStream_t stream) {
        collect();
        running_ = !asked_;
        return running_ ? cudaEventRecord(start_.get(), stream) : cudaSuccess;
    }

    cudaError_t end(cudaStream_t stream) {
        if (!std::exchange(running_, false)) {
            return cudaSuccess;
        }
        asked_ = true;
        return cudaEventRecord(end_.get(), stream);
    }

    double milliseconds() {
        collect();
        return milliseconds_;
    }

private:
    void collect() {
        float milliseconds = 0;
        if (!asked_) {
            return;
        }
        if (cudaEventElapsedTime(&milliseconds, start_.get(), end_.get()) == cudaSuccess) {
            milliseconds_ = milliseconds;
            asked_ = false;
        } else {
            cudaGetLastError(); // not an error if it is not over yet, but remembered as one
        }
    }

    Event start_, end_;
    bool running_ = false; // between begin and end
    bool asked_ = false;   // and not known yet
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

    float* map() override {
        constexpr const char* doing = "to write to OpenGL's buffer";
        const cudaStream_t stream = publishing_.stream.get();
        // Whoever wrote the bodies before may have made another GPU this thread's.
        require(cudaSetDevice(publishing_.device), doing);
        require(cudaGraphicsMapResources(1, &resource_, stream), doing);
        mapped_ = true;
        void* address = nullptr;
        std::size_t bytes = 0;
        require(cudaGraphicsResourceGetMappedPointer(&address, &bytes, resource_), doing);
        require(publishing_.timer.begin(stream), doing);
        return static_cast<float*>(address);
    }

    void unmap() override {
        constexpr const char* doing = "to give OpenGL's buffer back";
        const cudaStream_t stream = publishing_.stream.get();
        const cudaError_t chosen = cudaSetDevice(publishing_.device);
        const cudaError_t timed = publishing_.timer.end(stream);
        mapped_ = false;
        require(cudaGraphicsUnmapResources(1, &resource_, stream), doing);
        require(chosen, doing);
        require(timed, doing);
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

    std::unique_ptr<SharedBuffer> share(unsigned gl_buffer) override {
        constexpr const char* doing = "to share OpenGL's buffer";
        require(cudaSetDevice(publishing_.device), doing);
        cudaGraphicsResource_t resource = nullptr;
        require(cudaGraphicsGLRegisterBuffer(&resource, gl_buffer,
                                             cudaGraphicsRegisterFlagsWriteDiscard),
                doing);
        return std::make_unique<RegisteredBuffer>(resource, publishing_);
    }

    double gpu_milliseconds() override { return publishing_.timer.milliseconds(); }

private:
    Publishing publishing_;
};

// Checked first: CUDA must not be asked about a context of another vendor's driver.
void require_nvidia_opengl() {
    if (gl_text(GL_VENDOR).starts_with("NVIDIA")) {
        return;
    }
    const std::string renderer = gl_text(GL_RENDERER);
    const bool software = renderer.starts_with("llvmpipe") || renderer.starts_with("softpipe");
    throw NoInterop{software ? "OpenGL runs on Mesa's software renderer, not on an NVIDIA GPU"
                             : "OpenGL runs on " + renderer + " without NVIDIA's driver",
                    "start Orrery with the NVIDIA driver's OpenGL (on a laptop with two GPUs: "
                    "__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia)"};
}

} // namespace

std::unique_ptr<CudaInterop> open_cuda_interop() {
    int version = 0;
    if (cudaDriverGetVersion(&version) != cudaSuccess || version == 0) {
        cudaGetLastError();
        throw NoInterop{"There is no NVIDIA driver on this machine", "install the driver"};
    }
    int devices = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&devices); error != cudaSuccess) {
        throw NoInterop{"CUDA does not start (" + words(error) + ")", "update the NVIDIA driver"};
    }
    require_nvidia_opengl();
    Publishing publishing;
    unsigned found = 0;
    const cudaError_t error = cudaGLGetDevices(&found, &publishing.device, 1, cudaGLDeviceListAll);
    if (error != cudaSuccess || found == 0) {
        throw NoInterop{"CUDA does not offer the GPU that OpenGL draws on (" +
                            (error == cudaSuccess ? "none found" : words(error)) + ")",
                        "check that CUDA_VISIBLE_DEVICES does not hide it"};
    }
    constexpr const char* doing = "a stream on the GPU that draws";
    int least = 0, greatest = 0;
    cudaStream_t stream = nullptr;
    require(cudaSetDevice(publishing.device), doing);
    require(cudaDeviceGetStreamPriorityRange(&least, &greatest), doing);
    require(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest), doing);
    publishing.stream.reset(stream);
    require(publishing.timer.create(), doing);
    return std::make_unique<DrawingGpu>(std::move(publishing));
}

} // namespace orrery
