#pragma once

#include "sim/step_timings.hpp"

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace orrery {

// Keeps simulations that run side by side at one simulated time: none begins a step while another
// is behind it, so that their times never lie further apart than one step.
class TimeGate {
public:
    // For `count` simulations, numbered from 0. One that has not told its time counts as behind.
    explicit TimeGate(std::size_t count) : times_(count), gone_(count, false), waiting_(count) {}

    // Before a step of simulation `number`, which is at `time`: waits until no other is behind.
    // `backwards`: time decreases. False: asked to stop before.
    bool pass(std::size_t number, double time, bool backwards, const std::stop_token& stop);
    // It takes no further part: the others do not wait for it.
    void leave(std::size_t number);

    struct Wait {
        std::size_t for_whom = 0; // the one furthest behind
        Clock::time_point since;
    };
    // Why simulation `number` does not step; none: it does not wait here.
    std::optional<Wait> wait_of(std::size_t number) const;

private:
    struct Waiting {
        bool backwards = false;
        Clock::time_point since;
    };
    std::optional<std::size_t> furthest_behind(std::size_t number, bool backwards) const;

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::vector<std::optional<double>> times_;
    std::vector<bool> gone_;
    std::vector<std::optional<Waiting>> waiting_;
};

} // namespace orrery
