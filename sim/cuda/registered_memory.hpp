#pragma once

#include "sim/cuda/device_array.hpp"

#include <cstdlib>
#include <memory>

namespace orrery {

// Page-locked host memory that other processes may be copied from, too: pages of the system's own,
// locked afterwards. Those of PinnedMemory are the driver's, and what MPI uses on one machine
// (process_vm_readv) cannot read them: it fails with MPI_ERR_IN_STATUS.
struct RegisteredMemory {
    static void take(void** to, std::size_t bytes) {
        constexpr std::size_t page = 4096;
        struct Free {
            void operator()(void* memory) const { std::free(memory); }
        };
        std::unique_ptr<void, Free> memory(
            std::aligned_alloc(page, (bytes + page - 1) / page * page));
        if (memory == nullptr) {
            throw failure("there is no memory for what GPUs send", "host", "use fewer bodies");
        }
        cuda_check(cudaHostRegister(memory.get(), bytes, cudaHostRegisterPortable),
                   "page-locking memory (ulimit -l)");
        *to = memory.release();
    }
    static void give_back(void* memory) {
        if (memory != nullptr) {
            cudaHostUnregister(memory);
            std::free(memory);
        }
    }
};

} // namespace orrery
