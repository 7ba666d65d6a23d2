#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

namespace orrery {

using Clock = std::chrono::steady_clock;

inline double milliseconds_since(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// The time of one step by phases, in the order they ran; a phase that ran several times is summed.
struct StepTimings {
    struct Phase {
        const char* name; // string literal
        double milliseconds;
    };

    // A phase on one of several GPUs, in milliseconds since they set out together.
    struct DeviceSpan {
        std::size_t member; // of the group
        int device;         // as CUDA counts
        const char* phase;  // string literal
        double begin, end;
    };

    std::vector<Phase> phases;
    std::vector<DeviceSpan> device_spans; // of the last evaluation; empty for one GPU or none
    double total_milliseconds = 0;
    double interactions = 0; // ordered pairs of a direct sum, else terms evaluated

    void add(const char* phase, double milliseconds) {
        const auto known = std::ranges::find_if(
            phases, [phase](const Phase& one) { return std::strcmp(one.name, phase) == 0; });
        if (known != phases.end()) {
            known->milliseconds += milliseconds;
        } else {
            phases.push_back({phase, milliseconds});
        }
    }
};

// Names a stretch of host time on a profiler's timeline (NVTX) in a build with CUDA; nothing
// elsewhere. Costs some nanoseconds when no profiler watches.
class ProfilerRange {
public:
    explicit ProfilerRange(const char* name);
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
    ~ProfilerRange();
};

// Adds the time from its construction to its destruction to a phase of `timings`.
//
//     auto t = timed("traverse", execution.timings);
class PhaseTimer {
public:
    PhaseTimer(const char* phase, StepTimings& timings)
        : phase_(phase), timings_(timings), range_(phase) {}
    PhaseTimer(const PhaseTimer&) = delete;
    PhaseTimer& operator=(const PhaseTimer&) = delete;
    ~PhaseTimer() { timings_.add(phase_, milliseconds_since(start_)); }

private:
    const char* phase_;
    StepTimings& timings_;
    ProfilerRange range_; // the same stretch on a profiler's timeline
    Clock::time_point start_ = Clock::now();
};

[[nodiscard]] inline PhaseTimer timed(const char* phase, StepTimings& timings) {
    return {phase, timings};
}

// How much of a step has been computed. Solvers tell it while they compute, from any of their
// threads; any thread reads it. If they do not, it stays at the evaluations that have ended.
class StepProgress {
public:
    // Begins a step that will evaluate the forces that many times.
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
