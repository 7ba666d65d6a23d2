#include "sim/gauss/gpu_memory.cuh"

#include <cstdint>
#include <memory>

namespace orrery {

GpuGaussMemory::GpuGaussMemory() {
    cuda_check(cudaGetDevice(&device_), "choosing the GPU");
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, device_};
    cuda_check(cudaMemPoolCreate(&pool_, &properties), "allocating GPU memory");
    std::uint64_t keep_all = UINT64_MAX;
    cuda_check(cudaMemPoolSetAttribute(pool_, cudaMemPoolAttrReleaseThreshold, &keep_all),
               "allocating GPU memory");
}

GpuGaussMemory::~GpuGaussMemory() {
    cudaStreamSynchronize(stream_.get());
    cudaMemPoolDestroy(pool_);
}

void GpuGaussMemory::activate() const {
    cuda_check(cudaSetDevice(device_), "choosing the GPU");
}

GpuGaussMemory& gpu_memory(GaussWork& work, std::optional<int> device) {
    std::shared_ptr<GpuGaussMemory>& kept = work.kept->on_gpu;
    if (kept == nullptr || (device && *device != kept->device())) {
        if (device) {
            cuda_check(cudaSetDevice(*device), "choosing the GPU");
        }
        kept.reset(); // before the new one, so that never both are held
        kept = std::make_shared<GpuGaussMemory>();
    }
    kept->activate();
    return *kept;
}

} // namespace orrery
