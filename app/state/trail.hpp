#pragma once

#include "sim/simulation/body_trace.hpp"

#include <cstddef>
#include <deque>
#include <vector>

namespace orrery {

// The places of some bodies, moment by moment, whichever way time went: on by steps, backwards, or
// by a leap to a moment that was recorded or was not.
class Trail {
public:
    void clear() { moments_.clear(); }
    bool empty() const { return moments_.empty(); }
    // The direction of simulated time from now on.
    void set_backwards(bool backwards) { backwards_ = backwards; }

    // A step led there from the newest moment; what was known to follow that one no longer holds.
    // A moment that no step from there leads to is taken as show() does.
    void step_to(TracePoint point);
    // The present moment, however one came there.
    void show(TracePoint point);

    // A moment that lies behind `time` in the direction in which time goes; behind() has the newest
    // last. `joined`: to the one before it there; else the way between is not known.
    struct Behind {
        const TracePoint& point;
        bool joined;
    };
    std::vector<Behind> behind(double time) const;
    // The newest of these. Null: there is none.
    const TracePoint* newest_behind(double time) const;

    // Calls change(point) for each.
    template <class Change>
    void change_all(const Change& change) {
        for (Moment& moment : moments_) {
            change(moment.point);
        }
    }

private:
    struct Moment {
        TracePoint point;
        bool joined = false; // to the one of earlier time beside it
    };
    using Moments = std::deque<Moment>;

    static double time_of(const Moment& moment);
    Moments::iterator from(double time);
    bool is_reached_by_step(double time) const;
    void thin();

    Moments moments_; // by time
    double newest_ = 0;
    bool backwards_ = false;
};

} // namespace orrery
