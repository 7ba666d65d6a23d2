#pragma once

// Memory of a GPU for those who know nothing of CUDA: a program's own arrays, another library's.
// Without CUDA, or a GPU, each of these throws bad_input that says why.

#include <cstddef>
#include <memory>

namespace orrery {

// The GPU, as CUDA counts, whose memory that is. Throws bad_input where it is no GPU's.
int device_of(const void* memory);

// Given back with the last who holds it. Throws failure where there is not so much.
std::shared_ptr<void> device_memory(int device, std::size_t bytes);

// Behind everything that the GPU was given before.
void copy_to_device(void* to, const void* from, std::size_t bytes);
void copy_from_device(void* to, const void* from, std::size_t bytes);

// Waits for everything that the GPU was given.
void wait_for_device(int device);

} // namespace orrery
