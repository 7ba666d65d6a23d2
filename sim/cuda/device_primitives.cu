#include "sim/cuda/device_primitives.hpp"

#include "sim/cuda/cuda_check.hpp"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

namespace orrery {

void sort_pairs(void* workspace, std::size_t& bytes, std::array<std::uint64_t*, 2>& keys,
                std::array<std::uint32_t*, 2>& values, unsigned count, int first_bit, int end_bit,
                cudaStream_t stream) {
    cub::DoubleBuffer<std::uint64_t> both_keys(keys[0], keys[1]);
    cub::DoubleBuffer<std::uint32_t> both_values(values[0], values[1]);
    cuda_check(cub::DeviceRadixSort::SortPairs(workspace, bytes, both_keys, both_values,
                                               static_cast<int>(count), first_bit, end_bit, stream),
               "sorting on the GPU");
    keys = {both_keys.Current(), both_keys.Alternate()};
    values = {both_values.Current(), both_values.Alternate()};
}

void sort_pairs(void* workspace, std::size_t& bytes, const std::uint32_t* keys,
                std::uint32_t* sorted_keys, const std::uint32_t* values,
                std::uint32_t* sorted_values, unsigned count, int bits, cudaStream_t stream) {
    cuda_check(cub::DeviceRadixSort::SortPairs(workspace, bytes, keys, sorted_keys, values,
                                               sorted_values, static_cast<int>(count), 0, bits,
                                               stream),
               "sorting on the GPU");
}

void sum_before_each(void* workspace, std::size_t& bytes, std::uint64_t* numbers, unsigned count,
                     cudaStream_t stream) {
    cuda_check(cub::DeviceScan::ExclusiveSum(workspace, bytes, numbers, numbers,
                                             static_cast<int>(count), stream),
               "adding up on the GPU");
}

template <class Real>
void sum(void* workspace, std::size_t& bytes, const Real* numbers, unsigned count, double* total,
         cudaStream_t stream) {
    cuda_check(cub::DeviceReduce::Reduce(workspace, bytes, numbers, total, static_cast<int>(count),
                                         cuda::std::plus<>(), 0.0, stream),
               "adding up on the GPU");
}
template void sum(void*, std::size_t&, const float*, unsigned, double*, cudaStream_t);
template void sum(void*, std::size_t&, const double*, unsigned, double*, cudaStream_t);

} // namespace orrery
