#pragma once

// Sets of whole numbers that several threads join at once.
//
// Idea:    each element has a parent, up to the root of its set. A root only ever becomes a child
//          of a lower one, by compare and exchange, so no lock is needed, and every order of the
//          threads ends in the same sets with the same roots: the lowest element of each.
// Source:  Tarjan, JACM 22, 215 (1975); Anderson and Woll, STOC 1991, 370 (without locks).
// Cost:    nearly constant for a join. Memory: 4 bytes an element.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace orrery {

class DisjointSets {
public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }

    std::uint32_t root(std::uint32_t element) {
        while (true) {
            const std::uint32_t parent = load(element);
            const std::uint32_t above = load(parent);
            if (parent == above) {
                return parent;
            }
            // Halves the way. Whoever has changed it in between has only made it shorter.
            std::uint32_t expected = parent;
            at(element).compare_exchange_weak(expected, above, std::memory_order_relaxed);
            element = above;
        }
    }

    void join(std::uint32_t a, std::uint32_t b) {
        while ((a = root(a)) != (b = root(b))) {
            std::uint32_t& higher = a > b ? a : b;
            const std::uint32_t lower = std::min(a, b);
            std::uint32_t expected = higher;
            if (at(higher).compare_exchange_strong(expected, lower, std::memory_order_relaxed)) {
                return;
            }
        }
    }

private:
    std::atomic_ref<std::uint32_t> at(std::uint32_t element) {
        return std::atomic_ref<std::uint32_t>(parent_[element]);
    }
    std::uint32_t load(std::uint32_t element) {
        return at(element).load(std::memory_order_relaxed);
    }

    std::vector<std::uint32_t> parent_;
};

} // namespace orrery
