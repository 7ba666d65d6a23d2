#include "app/state/trail.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace orrery {

constexpr std::size_t max_moments = 6000;

double Trail::time_of(const Moment& moment) {
    return moment.point.time;
}

// The first moment at that time or later.
Trail::Moments::iterator Trail::from(double time) {
    return std::ranges::lower_bound(moments_, time, {}, time_of);
}

bool Trail::is_reached_by_step(double time) const {
    return backwards_ ? time < newest_ : time > newest_;
}

void Trail::step_to(TracePoint point) {
    if (!moments_.empty() && !is_reached_by_step(point.time)) {
        show(std::move(point));
        return;
    }
    const double from_there = std::exchange(newest_, point.time);
    if (!backwards_) {
        const auto ahead = std::ranges::upper_bound(moments_, from_there, {}, time_of);
        moments_.erase(ahead, moments_.end());
        const bool joined = !moments_.empty();
        moments_.push_back({std::move(point), joined});
    } else {
        moments_.erase(moments_.begin(), from(from_there));
        if (!moments_.empty()) {
            moments_.front().joined = true;
        }
        moments_.push_front({std::move(point), false});
    }
    thin();
}

void Trail::show(TracePoint point) {
    newest_ = point.time;
    const auto after = from(newest_);
    if (after != moments_.end() && after->point.time == newest_) {
        after->point = std::move(point);
        return;
    }
    const bool on_the_way = after != moments_.end() && after->joined;
    moments_.insert(after, {std::move(point), on_the_way});
    thin();
}

// Every second one of the older half goes, so that a trail of any length has room.
void Trail::thin() {
    if (moments_.size() <= max_moments) {
        return;
    }
    Moments kept;
    bool joined = true; // those left out since the last one that was kept
    for (std::size_t i = 0; i < moments_.size(); ++i) {
        const bool is_old = (i < moments_.size() / 2) != backwards_;
        joined = joined && moments_[i].joined;
        if (!is_old || i % 2 == 0) {
            kept.push_back({std::move(moments_[i].point), std::exchange(joined, true)});
        }
    }
    kept.front().joined = false;
    moments_ = std::move(kept);
}

std::vector<Trail::Behind> Trail::behind(double time) const {
    std::vector<Behind> all;
    if (!backwards_) {
        for (const Moment& moment : moments_) {
            if (moment.point.time <= time) {
                all.push_back({moment.point, moment.joined});
            }
        }
        return all;
    }
    bool joined = false;
    for (const Moment& moment : moments_ | std::views::reverse) {
        if (moment.point.time >= time) {
            all.push_back({moment.point, joined});
        }
        joined = moment.joined;
    }
    return all;
}

const TracePoint* Trail::newest_behind(double time) const {
    const TracePoint* newest = nullptr;
    for (const Moment& moment : moments_) {
        if (backwards_ && moment.point.time >= time) {
            return &moment.point;
        }
        if (!backwards_ && moment.point.time <= time) {
            newest = &moment.point;
        }
    }
    return newest;
}

} // namespace orrery
