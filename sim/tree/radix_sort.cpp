#include "sim/tree/radix_sort.hpp"

#include <algorithm>

namespace orrery {

void RadixSort::resize(std::size_t count) {
    if (keys.size() == count && order.size() == count) {
        return;
    }
    for (HostArray<std::uint64_t>* array : {&keys, &other_keys_}) {
        *array = HostArray<std::uint64_t>(count);
    }
    for (HostArray<std::uint32_t>* array : {&order, &other_order_}) {
        *array = HostArray<std::uint32_t>(count);
    }
}

std::size_t RadixSort::block_begin(std::size_t block) const {
    return block * keys.size() / blocks_;
}

void RadixSort::count(std::size_t block, int shift) {
    std::uint32_t* const counts = counts_.data() + block * digits;
    std::fill(counts, counts + digits, 0U);
    for (std::size_t i = block_begin(block); i < block_begin(block + 1); ++i) {
        ++counts[keys[i] >> shift & (digits - 1)];
    }
}

// From counts to where each block's first key of each digit goes.
bool RadixSort::positions() {
    std::uint32_t next = 0;
    for (std::size_t digit = 0; digit < digits; ++digit) {
        const std::uint32_t before = next;
        for (std::size_t block = 0; block < blocks_; ++block) {
            next += std::exchange(counts_[block * digits + digit], next);
        }
        if (next - before == keys.size()) {
            return false;
        }
    }
    return true;
}

void RadixSort::move(std::size_t block, int shift) {
    std::uint32_t* const next = counts_.data() + block * digits;
    for (std::size_t i = block_begin(block); i < block_begin(block + 1); ++i) {
        const std::uint64_t key = keys[i];
        const std::uint32_t to = next[key >> shift & (digits - 1)]++;
        other_keys_[to] = key;
        other_order_[to] = order[i];
    }
}

bool RadixSort::sort(Workers& workers, const std::stop_token& stop) {
    constexpr std::size_t worth_a_block = 16384;
    const auto threads = static_cast<std::size_t>(workers.count());
    blocks_ = std::clamp<std::size_t>(keys.size() / worth_a_block, 1, 4 * threads);
    counts_.resize(blocks_ * digits);
    for (int shift = 0; shift < 63; shift += digit_bits) {
        if (stop.stop_requested()) {
            return false;
        }
        workers.for_ranges(blocks_, 1, [&](std::size_t b, std::size_t) { count(b, shift); });
        if (!positions()) {
            continue;
        }
        workers.for_ranges(blocks_, 1, [&](std::size_t b, std::size_t) { move(b, shift); });
        keys.swap(other_keys_);
        order.swap(other_order_);
    }
    return true;
}

void RadixSort::free_all_but_order() {
    keys = {};
    other_keys_ = {};
    other_order_ = {};
}

std::size_t RadixSort::scratch_bytes() const {
    return keys.bytes() + other_keys_.bytes() + order.bytes() + other_order_.bytes() +
           counts_.capacity() * sizeof(std::uint32_t);
}

} // namespace orrery
