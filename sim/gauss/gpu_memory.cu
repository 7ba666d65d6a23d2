#include "sim/gauss/gpu_memory.cuh"

#include "sim/gauss/kept_choice.hpp"

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
    std::unique_ptr<GaussMemory>& kept = kept_of_method(*work.kept);
    auto* memory = dynamic_cast<GpuGaussMemory*>(kept.get());
    if (memory == nullptr || (device && *device != memory->device())) {
        if (device) {
            cuda_check(cudaSetDevice(*device), "choosing the GPU");
        }
        kept.reset(); // before the new one, so that never both are held
        auto made = std::make_unique<GpuGaussMemory>();
        memory = made.get();
        kept = std::move(made);
    }
    memory->activate();
    return *memory;
}

} // namespace orrery
