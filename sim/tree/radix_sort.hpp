#pragma once

#include "sim/machine/workers.hpp"
#include "sim/state/host_array.hpp"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace orrery {

// Sorts 63-bit keys, and with each the number of whom it belongs to. Keeps its memory between
// calls.
//
// Idea:   eight bits at a time, from the lowest on: count how many keys have each value of the
//         digit, which says where the first of them goes, and move them there in order. What one
//         pass has sorted the next leaves in order among equals. Threads share a pass by blocks of
//         keys: each counts its block, and knows from the counts of those before it where to write.
// Source: Knuth, The Art of Computer Programming, vol. 3, 5.2.5; Zagha & Blelloch 1991 (parallel).
// Cost:   8 passes over 12 bytes a body, read and written; those in which all keys have the same
//         digit are skipped.
class RadixSort {
public:
    HostArray<std::uint64_t> keys;
    HostArray<std::uint32_t> order;

    void resize(std::size_t count);
    // False if asked to stop.
    bool sort(Workers& workers, const std::stop_token& stop);

    // Leaves only the order, until the next resize().
    void free_all_but_order();

    std::size_t scratch_bytes() const;

private:
    static constexpr int digit_bits = 8;
    static constexpr std::size_t digits = std::size_t{1} << digit_bits;

    std::size_t block_begin(std::size_t block) const;
    void count(std::size_t block, int shift);
    bool positions(); // false if all keys have one digit: nothing to move
    void move(std::size_t block, int shift);

    HostArray<std::uint64_t> other_keys_;
    HostArray<std::uint32_t> other_order_;
    std::size_t blocks_ = 1;
    std::vector<std::uint32_t> counts_; // of block b's digit d at [b * digits + d]
};

} // namespace orrery
