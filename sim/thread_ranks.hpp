#pragma once

#include "sim/communicator.hpp"

#include <barrier>
#include <memory>
#include <vector>

namespace orrery {

// Ranks that are threads of one process: each reads what the others have, in host memory. A thread
// uses the communicator of its own rank.
class ThreadRanks {
public:
    explicit ThreadRanks(std::size_t count);

    Communicator& of(std::size_t rank) { return *ranks_[rank]; }

private:
    class Rank;

    // What a rank lets the others read, between two meetings of all.
    struct Shown {
        std::span<const std::span<const std::byte>> to;
        std::span<const double> numbers;
    };

    std::barrier<> meeting_;
    std::vector<Shown> shown_;
    std::vector<std::unique_ptr<Communicator>> ranks_;
};

} // namespace orrery
