#pragma once

// How a warp reads the moments of many sources: together, in whole lines of memory, and ahead of
// their use.

#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

// Moments in shared memory: so far apart that eight lanes read from all banks.
template <class Real, int order>
constexpr int staged_stride() {
    constexpr int stride = expansion_stride(order);
    return sizeof(Real) == 4 ? stride + (stride % 8 == 0 ? 4 : 0)
                             : stride + (stride % 4 == 0 ? 2 : 0);
}

// From global to shared memory, 4, 8 or 16 bytes, without a register and without waiting. GPUs
// before Ampere copy at once, so there is nothing to wait for.
template <int bytes>
__device__ void fetch(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(address), "l"(from), "n"(bytes));
#else
    struct alignas(bytes) Piece {
        unsigned words[bytes / 4];
    };
    *static_cast<Piece*>(to) = *static_cast<const Piece*>(from);
#endif
}
__device__ inline void close_fetches() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;");
#endif
}
// All but the last `later` that were closed.
template <int later>
__device__ void await_fetches() {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(later) : "memory");
#endif
}

// The way from a source's centre of mass, which its moments bring along, in units of length.
template <class Real, int stride, class Point>
__device__ void from_source(const Real (&moments)[stride], const Point& to,
                            const FmmUnits<Real>& units, Real (&way)[3]) {
    way[0] = (to.x - moments[place_of_centre]) * units.inverse_length;
    way[1] = (to.y - moments[place_of_centre + 1]) * units.inverse_length;
    way[2] = (to.z - moments[place_of_centre + 2]) * units.inverse_length;
}

// A warp's sources, chunk by chunk: while one is translated the moments of the next are on their
// way.
template <class Real, int order>
class StagedSources {
public:
    static constexpr int stride = expansion_stride(order);
    static constexpr int staged = staged_stride<Real, order>();
    static constexpr int word = 16 / sizeof(Real); // coefficients in 16 bytes
    static constexpr int words = stride / word;
    static constexpr unsigned size = 2 * ListChunk::entries * staged;

    // `memory`: StagedSources::size numbers in shared memory.
    __device__ StagedSources(const ListChunk* chunks, const Real* moments, Real* memory,
                             unsigned lane)
        : chunks_(chunks), moments_(moments), memory_(memory), lane_(lane) {}

    __device__ void begin(const ChunkList& list) {
        next_ = list.last;
        next_count_ = list.in_last();
        read_chunk();
        fetch_chunk();
    }

    // Makes the next chunk current; how many sources it has. 0: no more.
    __device__ unsigned advance() {
        const unsigned count = fetched_count_;
        if (count == 0) {
            return 0;
        }
        fetch_chunk();
        await_fetches<1>();
        __syncwarp();
        return count;
    }
    // Loads a source of the current chunk.
    __device__ void load(unsigned which, Real (&to)[stride]) const {
        const Real* from = memory_ + (filled_ * ListChunk::entries + which) * staged;
        expansion::for_indices<0, words>(
            [&]<int i>() { load_word(from + i * word, to + i * word); });
    }

private:
    // The next chunk's words, one for each lane.
    __device__ void read_chunk() {
        word_ =
            next_ == ListChunk::none ? ListChunk::none : chunks_[next_].word(lane_, next_count_);
    }

    // Sends for the moments of the chunk that was read, and reads the one after it.
    __device__ void fetch_chunk() {
        __syncwarp(); // the buffer's last users are done
        filled_ ^= 1U;
        fetched_count_ = next_ == ListChunk::none ? 0 : next_count_;
        Real* to = memory_ + (filled_ ^ 1U) * ListChunk::entries * staged;
        for (unsigned base = 0; base < fetched_count_ * words; base += warp_size) {
            const unsigned i = base + lane_;
            const unsigned which = i / words;
            const std::uint32_t node = __shfl_sync(all_lanes, word_, (which + 1) % warp_size);
            if (i < fetched_count_ * words) {
                fetch<16>(to + which * staged + (i % words) * word,
                          moments_ + std::size_t(node) * stride + (i % words) * word);
            }
        }
        close_fetches();
        if (next_ != ListChunk::none) {
            next_ = __shfl_sync(all_lanes, word_, 0);
            next_count_ = ListChunk::entries;
            read_chunk();
        }
    }

    const ListChunk* chunks_;
    const Real* moments_;
    Real* memory_;
    unsigned lane_;
    unsigned filled_ = 0; // the buffer of the current chunk; the other is being filled
    std::uint32_t next_ = ListChunk::none, word_ = ListChunk::none;
    unsigned next_count_ = 0, fetched_count_ = 0;
};

// A kernel may have more shared memory than the standard 48 KB only if it says so.
template <class... Parameters>
void allow_shared_memory(void (*kernel)(Parameters...), std::size_t bytes) {
    cuda_check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                    cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(bytes)),
               "reserving shared memory");
}

} // namespace orrery
