#include "app/race/racer_clock.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace orrery {
namespace {

constexpr std::chrono::seconds kept(1);
constexpr std::size_t fewest = 2;
constexpr std::size_t fewest_for_median = 5;
constexpr std::size_t max_for_median = 256; // of short steps there are many, all alike

} // namespace

void RacerClock::add(const std::vector<StepReport>& steps) {
    for (const StepReport& step : steps) {
        steps_.push_back({step.finished, step.step, step.timings.total_milliseconds});
    }
    while (steps_.size() > fewest && steps_.front().finished + kept < steps_.back().finished) {
        steps_.pop_front();
    }
}

// Not every step is reported where they are very many.
double RacerClock::steps_per_second(Clock::time_point now) const {
    if (steps_.size() < fewest) {
        return 0;
    }
    using Seconds = std::chrono::duration<double>;
    const double passed = Seconds(steps_.back().finished - steps_.front().finished).count();
    const double until_now = Seconds(now - steps_.front().finished).count();
    const auto count = static_cast<double>(steps_.back().number - steps_.front().number);
    const double counted = std::max(passed, until_now * count / (count + 1)); // with the next one
    return counted > 0 ? count / counted : 0;
}

double RacerClock::milliseconds() const {
    // The first of them only begins the span in which steps are counted: of long steps, of which
    // there are few, what one takes and how many come a second agree.
    std::vector<double> some;
    for (std::size_t i = steps_.size() > 1 ? 1 : 0; i < steps_.size();
         i += 1 + steps_.size() / max_for_median) {
        some.push_back(steps_[i].milliseconds);
    }
    if (some.empty()) {
        return 0;
    }
    if (some.size() < fewest_for_median) {
        return std::accumulate(some.begin(), some.end(), 0.0) / static_cast<double>(some.size());
    }
    const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
    std::nth_element(some.begin(), middle, some.end());
    return *middle;
}

} // namespace orrery
