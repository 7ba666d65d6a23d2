#include "sim/simulation/time_gate.hpp"

namespace orrery {

bool TimeGate::pass(std::size_t number, double time, bool backwards, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    times_[number] = time;
    changed_.notify_all(); // who waited for it may go on
    return changed_.wait(lock, stop, [&] { return is_open(number, time, backwards); });
}

bool TimeGate::is_open(std::size_t number, double time, bool backwards) const {
    for (std::size_t other = 0; other < times_.size(); ++other) {
        if (other == number || gone_[other]) {
            continue;
        }
        const std::optional<double>& there = times_[other];
        if (!there || (backwards ? *there > time : *there < time)) {
            return false;
        }
    }
    return true;
}

void TimeGate::leave(std::size_t number) {
    {
        const std::lock_guard lock(mutex_);
        gone_[number] = true;
    }
    changed_.notify_all();
}

} // namespace orrery
