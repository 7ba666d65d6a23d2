#pragma once

#include <algorithm>
#include <atomic>

namespace orrery {

// How much of a step has been computed. Solvers tell it while they compute, from any of their
// threads; anybody reads it. Where nobody tells, it stays at the evaluations that have ended.
class StepProgress {
public:
    // A step that will evaluate the forces so many times.
    void begin(int evaluations) noexcept {
        evaluations_.store(std::max(evaluations, 1), std::memory_order_relaxed);
        ended_.store(0, std::memory_order_relaxed);
        done_.store(0, std::memory_order_relaxed);
    }

    // `part` of the `whole` of an evaluation has been computed since this was last told: targets,
    // groups, pairs, whatever the solver counts by.
    template <class Number>
    void add(Number part, Number whole) noexcept {
        done_.fetch_add(static_cast<double>(part) / static_cast<double>(whole),
                        std::memory_order_relaxed);
    }

    // All of it, whatever was told of it before.
    void evaluation_ended() noexcept {
        done_.store(0, std::memory_order_relaxed);
        ended_.fetch_add(1, std::memory_order_relaxed);
    }

    // 0 … 1, of the step in flight.
    double share() const noexcept {
        const double under_way = std::min(done_.load(std::memory_order_relaxed), 1.0);
        const double ended = ended_.load(std::memory_order_relaxed);
        return std::min((ended + under_way) / evaluations_.load(std::memory_order_relaxed), 1.0);
    }

private:
    std::atomic<int> evaluations_ = 1, ended_ = 0;
    std::atomic<double> done_ = 0; // of the evaluation under way
};

// A step that is being computed.
struct StepInFlight {
    double seconds = 0; // since it began
    double share = 0;   // computed so far; 0: its solver does not tell
};

} // namespace orrery
