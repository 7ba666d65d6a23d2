#pragma once

#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

// Which part of the work, or of bodies in an order along which it changes slowly, each of several
// ranks does. Equal parts at first; then the bounds move to where all would be done at the same
// time.
class WorkShares {
public:
    explicit WorkShares(std::size_t ranks);

    // The beginning of a rank's part, of all work's 1; behind the last rank, 1.
    double start_of(std::size_t rank) const;
    std::vector<double> starts() const; // of all ranks
    BodyPart part(std::size_t bodies, std::size_t rank) const;
    // The bodies of the longest part.
    std::size_t longest(std::size_t bodies) const;
    // How long each rank took for its part.
    void learn(std::span<const double> milliseconds);

private:
    // Between two ranks, of all bodies' 1.
    struct Bound {
        double start = 0;
        double last_move = 0;
        double part_of_move; // of where the times say that it should be, to go there
    };

    std::vector<Bound> bounds_; // one less than ranks
};

} // namespace orrery
