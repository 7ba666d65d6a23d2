#include "sim/simulation/step_pacer.hpp"

#include <algorithm>

namespace orrery {

void StepPacer::set_pace(double steps_per_second, Clock::time_point now) {
    period_ = steps_per_second > 0 ? std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(1 / steps_per_second))
                                   : Clock::duration::zero();
    next_ = now;
}

void StepPacer::took(Clock::duration length) {
    lengths_[steps_ % lengths_.size()] = length;
    ++steps_;
}

Clock::duration StepPacer::length() const {
    const auto known = static_cast<std::ptrdiff_t>(std::min(steps_, lengths_.size()));
    return known == 0 ? Clock::duration::zero()
                      : *std::min_element(lengths_.begin(), lengths_.begin() + known);
}

Clock::time_point StepPacer::due(Clock::time_point now) const {
    const Clock::duration length = this->length();
    const bool paced = period_ > Clock::duration::zero();
    if (!paced || !drawing_ || length > drawing_->next - drawing_->done) {
        return std::max(next_, now);
    }
    const Clock::time_point start = std::max({next_, now, drawing_->done});
    if (start + length <= drawing_->next) {
        return start;
    }
    // After the next picture, of which it is known when it begins and how long one takes. Should
    // none come, nothing else holds the step back.
    const Clock::time_point next_done = drawing_->next + (drawing_->done - drawing_->begun);
    return std::max({next_, now, next_done});
}

void StepPacer::begin(Clock::time_point now) {
    // A step that could not begin in time delays the next ones; it is not made up for by a burst.
    next_ = period_ > Clock::duration::zero() ? std::max(next_ + period_, now) : now;
}

} // namespace orrery
