#pragma once

#include <cstddef>
#include <string>

namespace orrery {

// The computer this runs on; what a benchmark's figures belong to.
struct Machine {
    std::string cpu;                  // "AMD EPYC 9654 96-Core Processor"
    std::string instruction_set;      // the widest SIMD it has: "AVX-512"
    int threads = 1;                  // that this process may run on at once
    std::size_t available_memory = 0; // bytes; 0 where the system does not tell
};

Machine machine();

// Bytes, in use or not; 0 where the system does not tell.
std::size_t physical_memory();

} // namespace orrery
