#pragma once

// A warp's writing of interaction lists.

#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/tree/gpu_cell_stack.cuh"

#include <cstdint>

namespace orrery {

// A warp's writer of lists: entries are collected until they fill a chunk.
class ListWriter {
public:
    static constexpr unsigned size = 2 * warp_size;

    __device__ ListWriter(std::uint32_t* held, unsigned lane) : held_(held), lane_(lane) {}

    template <class Chunks>
    __device__ void add(bool mine, std::uint32_t entry, Chunks& chunks) {
        const unsigned lanes = __ballot_sync(all_lanes, mine);
        if (lanes == 0) {
            return;
        }
        if (mine) {
            held_[count_ + static_cast<unsigned>(__popc(lanes & lanes_below()))] = entry;
        }
        count_ += static_cast<unsigned>(__popc(lanes));
        __syncwarp();
        while (count_ >= ListChunk::entries) {
            write(ListChunk::entries, chunks);
        }
    }

    // Entries so far.
    __device__ unsigned count() const { return list_.count + count_; }

    template <class Chunks>
    __device__ ChunkList finish(Chunks& chunks) {
        if (count_ > 0) {
            write(count_, chunks);
        }
        return list_;
    }

private:
    template <class Chunks>
    __device__ void write(unsigned entries, Chunks& chunks) {
        const std::uint32_t chunk = chunks.take();
        const std::uint32_t own = held_[lane_];
        const std::uint32_t later = held_[warp_size - 1 + lane_];
        __syncwarp();
        if (chunk != ListChunk::none) {
            auto* words = reinterpret_cast<std::uint32_t*>(&chunks.at(chunk));
            if (lane_ < entries) {
                words[1 + lane_] = own;
            }
            if (lane_ == warp_size - 1) {
                words[0] = list_.last;
            }
            list_.last = chunk;
            list_.count += entries;
        }
        // The remaining entries move to the front.
        held_[lane_] = later;
        count_ -= entries;
        __syncwarp();
    }

    std::uint32_t* held_;
    unsigned lane_;
    unsigned count_ = 0;
    ChunkList list_;
};

// Chunks for one warp, some at a time.
class ChunkSupply {
public:
    __device__ ChunkSupply(const InteractionLists& lists, unsigned lane)
        : lists_(lists), lane_(lane) {}

    // `none` when there are no more.
    __device__ std::uint32_t take() {
        if (next_ == end_) {
            std::uint32_t first = 0;
            if (lane_ == 0) {
                first = atomicAdd(lists_.used, chunks_at_once);
            }
            next_ = __shfl_sync(all_lanes, first, 0);
            end_ = next_ + chunks_at_once;
        }
        const std::uint32_t chunk = next_++;
        return chunk < lists_.capacity ? chunk : ListChunk::none;
    }
    __device__ ListChunk& at(std::uint32_t chunk) const { return lists_.chunks[chunk]; }

private:
    static constexpr unsigned chunks_at_once = 4; // that a warp takes for itself

    const InteractionLists& lists_;
    unsigned lane_;
    std::uint32_t next_ = 0, end_ = 0;
};

} // namespace orrery
