#pragma once

#include "sim/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace orrery {

// Rank k gets the values to[k]; of rank k those are returned in entry k. Collective, and throws on
// all ranks where one has no memory for what comes.
template <class T>
std::vector<std::vector<T>> exchanged(Communicator& ranks, const std::vector<std::vector<T>>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t size = ranks.size();
    std::vector<std::uint64_t> sent(size), found(size);
    std::vector<std::span<const std::byte>> out(size);
    std::vector<std::span<std::byte>> in(size);
    for (std::size_t k = 0; k < size; ++k) {
        sent[k] = to[k].size();
        out[k] = std::as_bytes(std::span(&sent[k], 1));
        in[k] = std::as_writable_bytes(std::span(&found[k], 1));
    }
    ranks.all_to_all_v(out, in);
    std::vector<std::vector<T>> from(size);
    on_all(ranks, [&] {
        for (std::size_t k = 0; k < size; ++k) {
            from[k].resize(found[k]);
        }
    });
    for (std::size_t k = 0; k < size; ++k) {
        out[k] = std::as_bytes(std::span(to[k]));
        in[k] = std::as_writable_bytes(std::span(from[k]));
    }
    ranks.all_to_all_v(out, in);
    return from;
}

// The values of every rank, by rank.
template <class T>
std::vector<std::vector<T>> gathered(Communicator& ranks, const std::vector<T>& own) {
    return exchanged(ranks, std::vector(ranks.size(), own));
}

inline double sum_of(Communicator& ranks, double number) {
    ranks.all_reduce({&number, 1}, Reduction::sum);
    return number;
}

inline double greatest_of(Communicator& ranks, double number) {
    ranks.all_reduce({&number, 1}, Reduction::greatest);
    return number;
}

} // namespace orrery
