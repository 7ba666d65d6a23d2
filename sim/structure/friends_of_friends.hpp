#pragma once

#include "sim/bodies.hpp"
#include "sim/machine/workers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace orrery {

// Two bodies are friends when they are no further apart than the linking length; a group is all
// that chains of friends reach.
struct Friendship {
    double linking_length = 0; // above 0
    PeriodicBox box = {};      // periodic: friends across its faces, too
    std::size_t least = 20;    // bodies of a group that counts
};

// The groups that count.
struct FriendGroups {
    std::vector<std::uint32_t> members = {}; // group after group, each in the bodies' order
    std::vector<std::size_t> begin = {0};    // of each group's members; one more for the end
    std::size_t linked = 0;                  // groups of two bodies and more

    std::size_t size() const { return begin.size() - 1; }
    std::span<const std::uint32_t> members_of(std::size_t group) const {
        return std::span(members).subspan(begin[group], begin[group + 1] - begin[group]);
    }
};

// `part` of the mean distance of bodies, (V/N)^(1/3), where V is the periodic box's volume, else
// that of the box around all bodies. 0: they fill no volume.
double linking_length_of(const Bodies<double>& bodies, const PeriodicBox& box, double part);

// The same groups for any number of workers; nullopt if it was stopped. Throws bad_input for a
// position that is no number, a length that is not above 0, or one so short that space would have
// more than 2^62 cells.
std::optional<FriendGroups> find_friends(const Bodies<double>& bodies, const Friendship& search,
                                         Workers& workers, const std::stop_token& stop);

} // namespace orrery
