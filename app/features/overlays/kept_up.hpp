#pragma once

#include "app/job.hpp"

#include <algorithm>
#include <memory>

namespace orrery {

// What is seen over the bodies and takes longer than a frame to make: made on a thread of its own,
// a few times a second at most, of what is wanted then. A Made tells its `seconds`.
template <class Wish, class Made>
class KeptUp {
public:
    // Seconds between two of them; and rests so much longer than it works.
    KeptUp(double shortest_interval, double idle_share)
        : shortest_interval_(shortest_interval), idle_share_(idle_share) {}

    // Something else is wanted than what is on screen.
    bool behind() const { return behind_; }
    // Of what the newest was made, or is being made.
    const Wish& made_of() const { return made_of_; }
    bool idle() const { return !job_.under_way(); }

    // Asked every frame. `make(wish, stop)` makes a std::unique_ptr<Made>; null: it was stopped, or
    // there is nothing yet.
    template <class Make>
    void want(const Wish& wish, double now, const Make& make) {
        behind_ = !idle() || wish != made_of_;
        if (idle() && behind_ && now >= next_at_) {
            made_of_ = wish;
            job_.start([make, wish](const std::stop_token& stop) { return make(wish, stop); },
                       Workers::Priority::background);
        }
    }
    void want_nothing() {
        behind_ = false;
        made_of_ = {};
        job_.cancel();
    }

    // Once, when it is made. Throws what making it threw.
    std::unique_ptr<Made> take(double now) {
        if (!job_.finished()) {
            return nullptr;
        }
        std::unique_ptr<Made> made = job_.take();
        if (!made) {
            made_of_ = {};
        }
        next_at_ = now + std::max(shortest_interval_, made ? idle_share_ * made->seconds : 0);
        return made;
    }

    // Of a film, which waits for it: no rest before what is wanted next, and until it is made.
    void hurry() { next_at_ = 0; }
    void finish() const { job_.finish(); }

private:
    const double shortest_interval_, idle_share_;
    Wish made_of_;
    bool behind_ = false;
    double next_at_ = 0; // seconds since the window opened
    Job<std::unique_ptr<Made>> job_;
};

} // namespace orrery
