#pragma once

#include <barrier>
#include <cstddef>
#include <exception>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

// How work ends. The worst end among many ranks is that of all.
enum class WayOut { complete, cancelled, failed };

enum class Reduction { sum, greatest };

// The ranks that simulate one system together: processes, or threads that drive GPUs of one
// process. All calls are collective: every rank makes the same ones in the same order.
class Communicator {
public:
    virtual ~Communicator() = default;

    virtual std::size_t rank() const = 0;
    virtual std::size_t size() const = 0;

    // Rank k gets the bytes to[k], as many as it expects from this rank, which gets from[k] of it.
    virtual void all_to_all_v(std::span<const std::span<const std::byte>> to,
                              std::span<const std::span<std::byte>> from) = 0;
    // Each number becomes the reduction of all ranks', in the order of the ranks.
    virtual void all_reduce(std::span<double> numbers, Reduction reduction) = 0;
    // The worst of all ranks'.
    WayOut agree(WayOut own);
};

// A process that is alone: nothing travels.
Communicator& one_process();

// Does work() and tells how it ended for all ranks: none leaves before the others. Throws what
// work() throws, when the others know.
template <class Work>
WayOut agreed(Communicator& ranks, const Work& work) {
    std::exception_ptr error;
    WayOut own = WayOut::failed;
    try {
        own = work();
    } catch (...) {
        error = std::current_exception();
    }
    const WayOut way = ranks.agree(own);
    if (error != nullptr) {
        std::rethrow_exception(error);
    }
    return way;
}

// Ranks that are threads of one process: each reads what the others have, in host memory. A thread
// uses the communicator of its own rank.
class ThreadRanks {
public:
    explicit ThreadRanks(std::size_t count);

    Communicator& of(std::size_t rank) { return *ranks_[rank]; }

private:
    class Rank;

    // The data of a rank that the others may read, between two meetings of all.
    struct Shown {
        std::span<const std::span<const std::byte>> to;
        std::span<const double> numbers;
    };

    std::barrier<> meeting_;
    std::vector<Shown> shown_;
    std::vector<std::unique_ptr<Communicator>> ranks_;
};

} // namespace orrery
