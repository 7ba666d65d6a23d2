#pragma once

#include "sim/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <type_traits>
#include <vector>

namespace orrery {

// Rank k gets the value to[k]; that of rank k is returned in entry k. Collective.
template <class T>
std::vector<T> swapped(Communicator& ranks, const std::vector<T>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> from(to.size());
    std::vector<std::span<const std::byte>> out;
    std::vector<std::span<std::byte>> in;
    for (std::size_t k = 0; k < to.size(); ++k) {
        out.push_back(std::as_bytes(std::span(&to[k], 1)));
        in.push_back(std::as_writable_bytes(std::span(&from[k], 1)));
    }
    ranks.all_to_all_v(out, in);
    return from;
}

// on_all() and swapped() at once: work() tells what each rank gets.
template <class Work>
auto swapped_on_all(Communicator& ranks, const Work& work) {
    using Values = std::invoke_result_t<Work>;
    struct Told {
        typename Values::value_type value;
        WayOut way;
    };
    std::vector<Told> to(ranks.size(), Told{{}, WayOut::failed});
    std::exception_ptr error;
    try {
        const Values values = work();
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = {values[k], WayOut::complete};
        }
    } catch (const OtherRankFailed&) {
        throw;
    } catch (...) {
        error = std::current_exception();
        if (error == ranks.told) {
            throw;
        }
    }
    const std::vector<Told> from = swapped(ranks, to);
    if (error != nullptr) {
        ranks.told = error;
        std::rethrow_exception(error);
    }
    Values values(from.size());
    for (std::size_t k = 0; k < from.size(); ++k) {
        if (from[k].way == WayOut::failed) {
            throw OtherRankFailed();
        }
        values[k] = from[k].value;
    }
    return values;
}

// A value of every rank, by rank. Collective.
template <class T>
std::vector<T> of_each(Communicator& ranks, const T& own) {
    return swapped(ranks, std::vector<T>(ranks.size(), own));
}

// Rank k gets the values to[k]; of rank k those are returned in entry k. Collective, and throws on
// all ranks where one has no memory for what comes.
template <class T>
std::vector<std::vector<T>> exchanged(Communicator& ranks, const std::vector<std::vector<T>>& to) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t size = ranks.size();
    std::vector<std::uint64_t> sent;
    for (const std::vector<T>& values : to) {
        sent.push_back(values.size());
    }
    const std::vector<std::uint64_t> found = swapped(ranks, sent);
    std::vector<std::span<const std::byte>> out(size);
    std::vector<std::span<std::byte>> in(size);
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

// The values that the first rank has, on all. Collective.
template <class Values>
Values told_by_first(Communicator& ranks, const Values& own) {
    std::vector<std::vector<typename Values::value_type>> to(ranks.size());
    if (ranks.rank() == 0) {
        to.assign(to.size(), {own.begin(), own.end()});
    }
    const auto found = exchanged(ranks, to).front();
    return {found.begin(), found.end()};
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
