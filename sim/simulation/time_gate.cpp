#include "sim/simulation/time_gate.hpp"

namespace orrery {

bool TimeGate::pass(std::size_t number, double time, bool backwards, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    times_[number] = time;
    changed_.notify_all(); // who waited for it may go on
    waiting_[number] = {backwards, Clock::now()};
    const bool passed =
        changed_.wait(lock, stop, [&] { return !furthest_behind(number, backwards).has_value(); });
    waiting_[number].reset();
    return passed;
}

// The simulation furthest behind `number`; one that has not told its time counts first.
std::optional<std::size_t> TimeGate::furthest_behind(std::size_t number, bool backwards) const {
    const double way = backwards ? -1 : 1;
    std::optional<std::size_t> last;
    double least = way * times_[number].value_or(0);
    for (std::size_t other = 0; other < times_.size(); ++other) {
        if (other == number || gone_[other]) {
            continue;
        }
        if (!times_[other]) {
            return other;
        }
        if (way * *times_[other] < least) {
            least = way * *times_[other];
            last = other;
        }
    }
    return last;
}

std::optional<TimeGate::Wait> TimeGate::wait_of(std::size_t number) const {
    const std::lock_guard lock(mutex_);
    const std::optional<Waiting>& waiting = waiting_[number];
    if (!waiting) {
        return std::nullopt;
    }
    const std::optional<std::size_t> whom = furthest_behind(number, waiting->backwards);
    return whom ? std::optional(Wait{*whom, waiting->since}) : std::nullopt;
}

void TimeGate::leave(std::size_t number) {
    {
        const std::lock_guard lock(mutex_);
        gone_[number] = true;
    }
    changed_.notify_all();
}

} // namespace orrery
