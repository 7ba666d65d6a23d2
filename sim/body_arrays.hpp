#pragma once

#include "sim/system.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

// All numbers of the bodies, in the order in which files have them.
template <class Bodies>
auto arrays_of(Bodies& bodies) {
    auto& [position, velocity, mass] = bodies;
    return std::array{&mass,       &position.x, &position.y, &position.z,
                      &velocity.x, &velocity.y, &velocity.z};
}

// Leaves the bodies at these places, in ascending order, and what the system says of them; what
// names another body goes with it.
void keep_bodies(System& system, std::span<const std::size_t> places);

// Every `sample`-th body of each component, beginning with its first; without components of all.
std::vector<std::size_t> sampled_places(const Catalogue& catalogue, std::size_t bodies,
                                        std::size_t sample);

// Keeps the first `count` bodies.
void keep_first(System& system, std::size_t count);

// Keeps every `sample`-th body of each component, beginning with its first, and multiplies its mass
// by `sample`, so that all together pull as before.
void keep_sample(System& system, std::size_t sample);

// Mass-weighted mean of the per-body softenings (plain mean of massless bodies; 0 of none); what
// the solvers' single softening is taken as.
double mean_softening(const Bodies<double>& bodies, std::span<const double> softenings);

} // namespace orrery
