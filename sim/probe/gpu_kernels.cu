// Kernels that measure a GPU's memory and arithmetic units.
//
// Memory. A warp's 32 threads issue one load together, and memory answers in sectors of 32 bytes,
// four to a cache line. Three lessons:
//   rows      Thread i reads element i. The warp's 32 elements lie side by side, so that each
//             sector fetched is used whole: the access is coalesced. Wider elements (8 or 16
//             bytes) keep more bytes under way with as many instructions, which helps where there
//             are too few threads to hide the latency: bytes in flight = bandwidth x latency
//             (Little's law), some 25 KB for each multiprocessor of an H200.
//   columns   Thread i reads row i: each element lies in a sector of its own, of which the other
//             bytes are fetched in vain. 4 of 32 bytes used is an eighth of the bandwidth. It is
//             also what reading one number of an array of structures does.
//   shifted   As rows, but one element off the alignment. A warp touches one sector more than it
//             would; its neighbour uses the rest of it, from the cache if all goes well.
// A grid-stride loop lets any number of blocks do any amount of work; four loads are issued before
// the first is waited for.
//
// Arithmetic. A multiply-add takes four cycles until its result can be used. Eight independent
// chains in each of many threads leave no unit idle.
//
// Source:  NVIDIA, "CUDA C++ Best Practices Guide", "Coalesced Access to Global Memory"; Volkov,
//          "Better Performance at Lower Occupancy", GTC 2010; Harris, "CUDA Pro Tip: Write Flexible
//          Kernels with Grid-Stride Loops", NVIDIA technical blog (2013).

#include "sim/probe/gpu_kernels.hpp"

#include <bit>

namespace orrery {
namespace {

// ---- memory ----

// The place of the walk's k-th element, in elements.
struct AlongRows {
    __device__ std::size_t operator()(std::size_t k) const { return k; }
};

struct DownColumns {
    unsigned log2_rows;
    std::size_t row_length;
    __device__ std::size_t operator()(std::size_t k) const {
        const std::size_t row = k & ((std::size_t{1} << log2_rows) - 1);
        return row * row_length + (k >> log2_rows);
    }
};

__device__ unsigned mixed(unsigned word) {
    return word;
}
__device__ unsigned mixed(const uint2& word) {
    return word.x ^ word.y;
}
__device__ unsigned mixed(const uint4& word) {
    return word.x ^ word.y ^ word.z ^ word.w;
}

// A sum that the matrix's elements, which are zero, cannot have.
constexpr unsigned impossible = 0x12345678;

template <class Word, class Order>
__global__ void read_elements(const Word* data, std::size_t first, std::size_t end, Order order,
                              Word* sink) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    std::size_t k = first + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (; k + 3 * stride < end; k += 4 * stride) {
        const Word a = data[order(k)];
        const Word b = data[order(k + stride)];
        const Word c = data[order(k + 2 * stride)];
        const Word d = data[order(k + 3 * stride)];
        sum ^= mixed(a) ^ mixed(b) ^ mixed(c) ^ mixed(d);
    }
    for (; k < end; k += stride) {
        sum ^= mixed(data[order(k)]);
    }
    if (sum == impossible) {
        *sink = data[0];
    }
}

template <class Word>
__global__ void copy_elements(const Word* from, Word* to, std::size_t first, std::size_t end) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    std::size_t k = first + std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (; k + 3 * stride < end; k += 4 * stride) {
        const Word a = from[k];
        const Word b = from[k + stride];
        const Word c = from[k + 2 * stride];
        const Word d = from[k + 3 * stride];
        to[k] = a;
        to[k + stride] = b;
        to[k + 2 * stride] = c;
        to[k + 3 * stride] = d;
    }
    for (; k < end; k += stride) {
        to[k] = from[k];
    }
}

template <class Word>
void launch_walk_of(DeviceQueue& queue, const DeviceMatrix& matrix, const DeviceWalk& walk,
                    const LaunchShape& shape) {
    const auto* const data = reinterpret_cast<const Word*>(matrix.data);
    auto* const sink = reinterpret_cast<Word*>(matrix.sink);
    const std::size_t end = walk.first + walk.count;
    const auto read = [&](const Word* from, auto order) {
        queue.launch(access_name(walk.access), shape, read_elements<Word, decltype(order)>, from,
                     walk.first, end, order, sink);
    };
    switch (walk.access) {
    case Access::rows:
        return read(data, AlongRows{});
    case Access::shifted:
        return read(data + 1, AlongRows{});
    case Access::columns:
        return read(data, DownColumns{static_cast<unsigned>(
                                          std::countr_zero(matrix.bytes / matrix.row_bytes)),
                                      matrix.row_bytes / sizeof(Word)});
    case Access::copy:
        queue.launch("copy", shape, copy_elements<Word>, data,
                     reinterpret_cast<Word*>(matrix.data + matrix.bytes / 2), walk.first, end);
    }
}

// ---- arithmetic ----

constexpr int chains = 8;

template <class Real>
struct MultiplyAdd {
    static constexpr int operations = 2;
    // Ends near 1, whatever it begins with.
    __device__ static Real of(Real x) { return fma(x, Real(0.75), Real(0.25)); }
};

struct InverseRoot {
    static constexpr int operations = 1;
    // The hardware's estimate, as the force kernels use it; without the care for tiny numbers.
    __device__ static float of(float x) {
        float y;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
        return y;
    }
};

template <class Function, class Real>
__global__ void run_chains(int turns, Real start, Real* sink) {
    Real x[chains];
#pragma unroll
    for (int c = 0; c < chains; ++c) {
        x[c] = start + static_cast<Real>(threadIdx.x + c);
    }
#pragma unroll 8
    for (int turn = 0; turn < turns; ++turn) {
#pragma unroll
        for (int c = 0; c < chains; ++c) {
            x[c] = Function::of(x[c]);
        }
    }
    Real sum = 0;
#pragma unroll
    for (int c = 0; c < chains; ++c) {
        sum += x[c];
    }
    if (sum == Real(-1)) {
        *sink = sum;
    }
}

template <class Function, class Real>
double launch_chains(DeviceQueue& queue, int turns, std::byte* sink) {
    constexpr unsigned threads = 256;
    const auto kernel = run_chains<Function, Real>;
    const unsigned blocks = queue.resident_blocks(kernel, threads);
    queue.launch("arithmetic", {blocks, threads}, kernel, turns, Real(1),
                 reinterpret_cast<Real*>(sink));
    return static_cast<double>(blocks) * threads * turns * chains * Function::operations;
}

} // namespace

void launch_walk(DeviceQueue& queue, const DeviceMatrix& matrix, const DeviceWalk& walk, int blocks,
                 int threads) {
    const LaunchShape shape{static_cast<unsigned>(blocks), static_cast<unsigned>(threads)};
    switch (walk.width) {
    case 4:
        return launch_walk_of<unsigned>(queue, matrix, walk, shape);
    case 8:
        return launch_walk_of<uint2>(queue, matrix, walk, shape);
    default:
        return launch_walk_of<uint4>(queue, matrix, walk, shape);
    }
}

double launch_arithmetic(DeviceQueue& queue, Arithmetic arithmetic, int turns, std::byte* sink) {
    switch (arithmetic) {
    case Arithmetic::fma32:
        return launch_chains<MultiplyAdd<float>, float>(queue, turns, sink);
    case Arithmetic::fma64:
        return launch_chains<MultiplyAdd<double>, double>(queue, turns, sink);
    case Arithmetic::rsqrt32:
        return launch_chains<InverseRoot, float>(queue, turns, sink);
    }
    return 0;
}

} // namespace orrery
