#include "sim/machine/device_memory.hpp"

#include "sim/base/error.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/machine/devices.hpp"

namespace orrery {

int device_of(const void* memory) {
    if (const std::string why = gpu_unavailable(); !why.empty()) {
        throw bad_input(why, "an array in a GPU's memory", "Copy it to the host.");
    }
    cudaPointerAttributes attributes{};
    const bool known = cudaPointerGetAttributes(&attributes, memory) == cudaSuccess;
    static_cast<void>(cudaGetLastError()); // an address of no memory is no failure of the GPU's
    if (!known ||
        (attributes.type != cudaMemoryTypeDevice && attributes.type != cudaMemoryTypeManaged)) {
        throw bad_input("is in the memory of no GPU", "the array", "");
    }
    return attributes.device;
}

std::shared_ptr<void> device_memory(int device, std::size_t bytes) {
    cuda_check(cudaSetDevice(device), "using the GPU");
    const auto memory = std::make_shared<DeviceArray<std::byte>>(bytes);
    return {memory, memory->data()};
}

void copy_to_device(void* to, const void* from, std::size_t bytes) {
    wait_for_device(device_of(to));
    copy_to_gpu(to, from, bytes, "copying to the GPU");
}

void copy_from_device(void* to, const void* from, std::size_t bytes) {
    wait_for_device(device_of(from));
    cuda_check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copying from the GPU");
}

void wait_for_device(int device) {
    cuda_check(cudaSetDevice(device), "using the GPU");
    cuda_check(cudaDeviceSynchronize(), "waiting for the GPU");
}

} // namespace orrery
