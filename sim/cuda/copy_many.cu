#include "sim/cuda/copy_many.hpp"

#include "sim/cuda/one_thread_each.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace orrery {
namespace {

constexpr std::size_t most_at_once = 64;
constexpr unsigned words_each = 4; // that a thread waits for together

struct Copies {
    DeviceCopy of[most_at_once];
};

// A row of blocks for each.
template <class Word>
__global__ void __launch_bounds__(block_threads) copy_words(const __grid_constant__ Copies copies) {
    const DeviceCopy& own = copies.of[blockIdx.y];
    const auto* const from = static_cast<const Word*>(own.from);
    auto* const to = static_cast<Word*>(own.to);
    const std::size_t words = own.bytes / sizeof(Word);
    const std::size_t stride = std::size_t{gridDim.x} * block_threads;
    for (std::size_t first = own_wide_index(); first < words; first += words_each * stride) {
        Word held[words_each];
#pragma unroll
        for (unsigned k = 0; k < words_each; ++k) {
            const std::size_t i = first + k * stride;
            held[k] = i < words ? from[i] : Word{};
        }
#pragma unroll
        for (unsigned k = 0; k < words_each; ++k) {
            if (const std::size_t i = first + k * stride; i < words) {
                to[i] = held[k];
            }
        }
    }
}

template <class Word>
void launch(const char* phase, DeviceQueue& queue, const Copies& copies, unsigned count) {
    constexpr std::size_t of_block = std::size_t{words_each} * block_threads * sizeof(Word);
    std::size_t blocks = 0;
    for (const DeviceCopy& copy : copies.of) {
        blocks = std::max(blocks, (copy.bytes + of_block - 1) / of_block);
    }
    const std::size_t most = queue.resident_blocks(copy_words<Word>, block_threads);
    queue.launch(phase,
                 {dim3(static_cast<unsigned>(std::min(blocks, most / count + 1)), count),
                  dim3(block_threads)},
                 copy_words<Word>, copies);
}

} // namespace

void copy_many(const char* phase, DeviceQueue& queue, std::span<const DeviceCopy> copies) {
    Copies some{};
    unsigned count = 0;
    std::uintptr_t bits = 0; // that are set in an address or a size
    const auto put = [&] {
        if (count == 0) {
            return;
        }
        bits % sizeof(uint4) == 0           ? launch<uint4>(phase, queue, some, count)
        : bits % sizeof(std::uint32_t) == 0 ? launch<std::uint32_t>(phase, queue, some, count)
                                            : launch<std::uint8_t>(phase, queue, some, count);
        some = {};
        count = 0;
        bits = 0;
    };
    for (const DeviceCopy& copy : copies) {
        if (copy.bytes == 0) {
            continue;
        }
        some.of[count++] = copy;
        bits |= reinterpret_cast<std::uintptr_t>(copy.to) |
                reinterpret_cast<std::uintptr_t>(copy.from) | copy.bytes;
        if (count == most_at_once) {
            put();
        }
    }
    put();
}

} // namespace orrery
