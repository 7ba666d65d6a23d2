// Direct summation on one GPU, sources through a texture object.
//
// Idea:    before Fermi had caches, the texture unit's was the only one, and reading through it was
//          the trick. Today the same L1 serves both, and the way through the texture unit is
//          longer: a lesson in why old advice must be measured again.
// Source:  Bell, "CUDA Pro Tip: Kepler Texture Objects Improve Performance and Flexibility", NVIDIA
//          technical blog (2013).
// Cost:    N^2 interactions: 12 FP32 instructions, one rsqrt and one texture fetch each (two in
//          double, which textures carry as pairs of integers).
// Memory:  bodies packed as float4, 16 bytes a body, and the sums (gpu_one_sided.cuh).

#include "sim/base/error.hpp"
#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"

namespace orrery {
namespace gpu_texture {

constexpr unsigned threads = 256;

__device__ PointMass<float> fetched(cudaTextureObject_t texture, unsigned j, float) {
    // [gpu.texture]
    // [lit]
    const float4 body = tex1Dfetch<float4>(texture, static_cast<int>(j));
    // [/lit]
    // [/gpu.texture]
    return {body.x, body.y, body.z, body.w};
}

__device__ PointMass<double> fetched(cudaTextureObject_t texture, unsigned j, double) {
    const int4 xy = tex1Dfetch<int4>(texture, static_cast<int>(2 * j));
    const int4 zm = tex1Dfetch<int4>(texture, static_cast<int>(2 * j + 1));
    return {__hiloint2double(xy.y, xy.x), __hiloint2double(xy.w, xy.z),
            __hiloint2double(zm.y, zm.x), __hiloint2double(zm.w, zm.z)};
}

template <class Kind>
__global__ void __launch_bounds__(threads) through_texture(OneSidedTask<typename Kind::Real> task) {
    using Real = typename Kind::Real;
    const unsigned index = blockIdx.x * threads + threadIdx.x;
    const unsigned i = task.target(index);
    const PointMass<Real> body = task.bodies[i];
    ForceSum<Kind> sum;
    // [gpu.texture]
    for (unsigned j = task.row_begin(); j < task.row_end(); ++j) {
        const auto source = fetched(task.texture, j, Real());
        sum.add(body, source, task.softening_squared, j == i);
        // [/gpu.texture]
    }
    task.store(index, sum);
}

// A texture over bodies in GPU memory, made anew when it is asked for others.
class BodyTexture {
public:
    BodyTexture() = default;
    BodyTexture(const BodyTexture&) = delete;
    BodyTexture& operator=(const BodyTexture&) = delete;
    ~BodyTexture() { release(); }

    cudaTextureObject_t over(const void* bodies, std::size_t bytes, cudaChannelFormatKind kind) {
        if (bodies == bodies_ && bytes == bytes_) {
            return texture_;
        }
        release();
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = const_cast<void*>(bodies);
        resource.res.linear.sizeInBytes = bytes;
        resource.res.linear.desc = cudaCreateChannelDesc(32, 32, 32, 32, kind);
        cudaTextureDesc description{};
        description.readMode = cudaReadModeElementType;
        cuda_check(cudaCreateTextureObject(&texture_, &resource, &description, nullptr),
                   "making a texture of the bodies");
        bodies_ = bodies;
        bytes_ = bytes;
        return texture_;
    }

private:
    void release() {
        if (bodies_ != nullptr) {
            cudaDestroyTextureObject(texture_);
            bodies_ = nullptr;
        }
    }

    cudaTextureObject_t texture_ = 0;
    const void* bodies_ = nullptr;
    std::size_t bytes_ = 0;
};

template <class Real>
std::shared_ptr<void> bind_texture(DeviceQueue& queue, OneSidedTask<Real>& task,
                                   std::shared_ptr<void>& kept) {
    constexpr std::size_t texel_bytes = 4 * sizeof(float);
    const std::size_t bytes = task.body_count * sizeof(PointMass<Real>);
    int max_texels = 0;
    cuda_check(
        cudaDeviceGetAttribute(&max_texels, cudaDevAttrMaxTexture1DLinearWidth, queue.device()),
        "reading the largest texture size");
    if (bytes / texel_bytes > static_cast<std::size_t>(max_texels)) {
        throw failure("that is too many bodies for a texture", "gpu.texture",
                      "use fewer bodies or another algorithm");
    }
    if (kept == nullptr) {
        kept = std::make_shared<BodyTexture>();
    }
    const bool single = sizeof(Real) == sizeof(float);
    const auto kind = single ? cudaChannelFormatKindFloat : cudaChannelFormatKindSigned;
    task.texture = static_cast<BodyTexture*>(kept.get())->over(task.bodies, bytes, kind);
    return kept;
}

OneSidedKernels kernels() {
    OneSidedKernels both =
        one_sided_kernels([](auto kind) { return through_texture<decltype(kind)>; });
    both.fp32.prepare = bind_texture<float>;
    both.fp64.prepare = bind_texture<double>;
    return both;
}

const SolverInfo info = gpu_direct_info({
    .id = "gpu.texture",
    .title = "Texture object",
    .idea = "Sources come through the texture unit: once the only cache, today a detour.",
    .source = "Bell, CUDA Pro Tip: Kepler Texture Objects (2013)",
    .bytes_per_interaction = 16.0 / 32, // a source serves a warp
});

} // namespace gpu_texture

SolverEntry gpu_texture_solver() {
    return shared_one_sided_entry<gpu_texture::info, gpu_texture::kernels>();
}

} // namespace orrery
