#pragma once

#include "sim/base/error.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

// How work ends. The worst end among many ranks is that of all.
enum class WayOut { complete, cancelled, failed };

enum class Reduction { sum, greatest };

// What has gone from a rank to others so far, and how long it took.
struct Traffic {
    std::uint64_t bytes = 0, messages = 0;
    double travel_milliseconds = 0;  // until bytes had gone and come
    double waiting_milliseconds = 0; // until all ranks had come to a reduction, and it was there
};

// The ranks that simulate one system together: processes, or threads that drive GPUs of one
// process. All calls are collective: every rank makes the same ones in the same order.
class Communicator {
public:
    virtual ~Communicator() = default;

    virtual std::size_t rank() const = 0;
    virtual std::size_t size() const = 0;

    // Rank k gets the bytes to[k], as many as it expects from this rank, which gets from[k] of it.
    void all_to_all_v(std::span<const std::span<const std::byte>> to,
                      std::span<const std::span<std::byte>> from);
    // Each number becomes the reduction of all ranks', in the order of the ranks.
    void all_reduce(std::span<double> numbers, Reduction reduction);
    // The worst of all ranks'.
    WayOut agree(WayOut own);

    const Traffic& traffic() const { return traffic_; }

    // The failure of this rank that the others know of; null: none.
    std::exception_ptr told;

private:
    virtual void exchange(std::span<const std::span<const std::byte>> to,
                          std::span<const std::span<std::byte>> from) = 0;
    virtual void reduce(std::span<double> numbers, Reduction reduction) = 0;

    Traffic traffic_;
};

// A process that is alone: nothing travels.
Communicator& one_process();

// Thrown where another rank has failed, which says itself why. All ranks know of it.
class OtherRankFailed : public Error {
public:
    OtherRankFailed();
};

// Does work() and tells how it ended for all ranks: none leaves before the others. Throws what
// work() throws, when the others know.
template <class Work>
WayOut agreed(Communicator& ranks, const Work& work) {
    if (ranks.size() == 1) { // nobody to agree with: one_process() is many threads'
        return work();
    }
    std::exception_ptr error;
    WayOut own = WayOut::failed;
    try {
        own = work();
    } catch (const OtherRankFailed&) {
        throw; // as it does on the others: nothing is left to agree on
    } catch (...) {
        error = std::current_exception();
        if (error == ranks.told) {
            throw; // on its way out through another agreement
        }
    }
    const WayOut way = ranks.agree(own);
    if (error != nullptr) {
        ranks.told = error;
        std::rethrow_exception(error);
    }
    return way;
}

// Does work(), which ends by itself or throws, on all ranks; throws on all where it does on one.
template <class Work>
void on_all(Communicator& ranks, const Work& work) {
    const WayOut way = agreed(ranks, [&] {
        work();
        return WayOut::complete;
    });
    if (way == WayOut::failed) {
        throw OtherRankFailed();
    }
}

// Whether work() has come to its end on all ranks, none of which was asked to stop.
template <class Work>
bool agreed_on(Communicator& ranks, const Work& work) {
    const WayOut way = agreed(ranks, [&] { return work() ? WayOut::complete : WayOut::cancelled; });
    if (way == WayOut::failed) {
        throw OtherRankFailed();
    }
    return way == WayOut::complete;
}

// Ranks that are threads of one process: each reads what the others have, in host memory. A thread
// uses the communicator of its own rank.
class ThreadRanks {
public:
    explicit ThreadRanks(std::size_t count);

    Communicator& of(std::size_t rank) { return *ranks_[rank]; }

private:
    class Rank;

    // Where all threads wait for the last one. std::barrier would have them sleep.
    class Meeting {
    public:
        explicit Meeting(std::size_t count) : count_(count) {}
        void arrive_and_wait();

    private:
        const std::size_t count_;
        std::atomic<std::size_t> arrived_ = 0, round_ = 0;
    };

    // The data of a rank that the others may read, between two meetings of all.
    struct Shown {
        std::span<const std::span<const std::byte>> to;
        std::span<const double> numbers;
    };

    Meeting meeting_;
    std::vector<Shown> shown_;
    std::vector<std::unique_ptr<Communicator>> ranks_;
};

} // namespace orrery
