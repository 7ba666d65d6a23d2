#pragma once

#include "sim/cuda/device_array.hpp"

#include <cstdlib>

namespace orrery {

// Page-locked host memory that other processes may be copied from, too: pages of the system's own,
// locked afterwards. Those of PinnedMemory are the driver's, and what MPI uses on one machine
// (process_vm_readv) cannot read them: it fails with MPI_ERR_IN_STATUS.
struct RegisteredMemory {
    static void take(void** to, std::size_t bytes) {
        constexpr std::size_t page = 4096;
        void* const memory = std::aligned_alloc(page, (bytes + page - 1) / page * page);
        if (memory == nullptr ||
            cudaHostRegister(memory, bytes, cudaHostRegisterPortable) != cudaSuccess) {
            std::free(memory);
            throw failure("page-locking memory failed", "GPU",
                          "allow more of it (ulimit -l), or use fewer bodies");
        }
        *to = memory;
    }
    static void give_back(void* memory) {
        if (memory != nullptr) {
            cudaHostUnregister(memory);
            std::free(memory);
        }
    }
};

} // namespace orrery
