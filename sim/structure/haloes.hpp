#pragma once

#include "sim/base/vector3.hpp"
#include "sim/structure/friends_of_friends.hpp"

namespace orrery {

// A group of friends, measured.
struct Halo {
    std::size_t count = 0; // bodies
    double mass = 0;
    Vector3 centre;        // of mass; in a periodic box within [0, L)
    Vector3 velocity;      // mean, by mass
    double radius = 0;     // root mean square distance from the centre
    double dispersion = 0; // of velocities, along one axis
};

struct HaloList {
    std::vector<Halo> haloes; // heaviest first; equal ones by their first body
    FriendGroups groups;      // in the same order
};

// As find_friends.
std::optional<HaloList> find_haloes(const Bodies<double>& bodies, const Friendship& search,
                                    Workers& workers, const std::stop_token& stop);

// Haloes counted by mass, in bins of equal factors from the lightest to the heaviest.
struct MassBin {
    double low = 0, high = 0; // low <= mass < high; the last one holds its upper end, too
    std::size_t haloes = 0;
    double mass = 0; // of them all
};
std::vector<MassBin> mass_function(std::span<const Halo> haloes, std::size_t bins);

} // namespace orrery
