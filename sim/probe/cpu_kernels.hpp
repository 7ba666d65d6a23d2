#pragma once

#include "sim/probe/machine_peaks.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery {

// Memory seen as a matrix; 64-byte aligned, sizes are powers of two, and a line more than `bytes`
// may be read.
struct Matrix {
    std::byte* data;
    std::size_t bytes;
    std::size_t row_bytes;
};

// Elements in the order of the walk, from `first` on. A copy goes from the matrix's first half to
// its second, and so has half as many.
struct Portion {
    std::size_t first, count; // multiples of portion_grain
};
inline constexpr std::size_t portion_grain = 8;

// Loops that keep one part of the processor busy, compiled for one instruction set. The results
// mean nothing: they are there so that the work is not optimised away.
struct CpuKernels {
    const char* name;
    // So many turns, each of these many operations (a multiply-add is two).
    double (*fma32)(std::size_t turns);
    double (*fma64)(std::size_t turns);
    double (*rsqrt32)(std::size_t turns);
    std::size_t fma32_operations, fma64_operations, rsqrt32_operations;
    // Reads (or copies) elements of `width` bytes: 4, 8, 16 or vector_bytes.
    std::uint64_t (*walk)(const Matrix& matrix, Access access, std::size_t width, Portion portion);
    std::size_t vector_bytes;
};

// The sets that this program was compiled for and this processor has, the widest first.
std::span<const CpuKernels> cpu_kernels();

} // namespace orrery
