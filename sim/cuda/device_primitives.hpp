// Sorts and sums over arrays on a GPU, by CUB, which is compiled in
// device_primitives.cu alone.
//
// As CUB's own, each works in a workspace of its caller's. Without one it only says how many bytes
// that must have.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cuda_runtime_api.h>

namespace orrery {

// Sorts by bits [first_bit, end_bit) of the keys and keeps the order of equal ones. Two arrays of
// each: the sorted ones come first afterwards, the second of both is free.
void sort_pairs(void* workspace, std::size_t& bytes, std::array<std::uint64_t*, 2>& keys,
                std::array<std::uint32_t*, 2>& values, unsigned count, int first_bit, int end_bit,
                cudaStream_t stream);
// By the lowest bits, into other arrays.
void sort_pairs(void* workspace, std::size_t& bytes, const std::uint32_t* keys,
                std::uint32_t* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, unsigned count, int bits, cudaStream_t stream);

// Puts in each place the sum of all numbers before it.
void sum_before_each(void* workspace, std::size_t& bytes, std::uint64_t* numbers, unsigned count,
                     cudaStream_t stream);

template <class Real>
void sum(void* workspace, std::size_t& bytes, const Real* numbers, unsigned count, double* total,
         cudaStream_t stream);

} // namespace orrery
