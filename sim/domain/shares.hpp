#pragma once

#include "sim/communicator.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace orrery {

// The shares of bodies that ranks have in original order: before domains are cut, and in files.

// A range of bodies, or of bytes.
struct Part {
    std::size_t first = 0, count = 0;
};
// As many of `all` as the other ranks have, in the order of the ranks.
Part even_part(std::size_t all, std::size_t rank, std::size_t ranks);
inline Part even_part(std::size_t all, const Communicator& ranks) {
    return even_part(all, ranks.rank(), ranks.size());
}
// The original numbers of its bodies.
HostArray<std::uint64_t> first_numbers(std::size_t all, const Communicator& ranks);

// Keeps this rank's share of a system that every rank has whole.
void keep_share(System& system, const Communicator& ranks);
// The first rank gets the bodies of all shares, and the others have none. Collective.
void gather_share(System& system, Communicator& ranks);

// The ranks that get bodies which are brought together.
enum class Keeper { each_its_part, first };

// Bodies by their original numbers, wherever they were: each rank gets its part of `all` in that
// order, or the first one gets all. Array by array, so that there is room for what one of them
// takes twice. Collective.
Bodies<double> brought(Bodies<double> own, const HostArray<std::uint64_t>& numbers, std::size_t all,
                       Keeper keeper, Communicator& ranks);

// Does work(), in which ranks fail together; all of them throw what the first of those has to say
// that failed by themselves. Collective.
void with_one_error(Communicator& ranks, const std::function<void()>& work);

} // namespace orrery
