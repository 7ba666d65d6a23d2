#include "sim/lessons/bandwidth.hpp"

#include "sim/base/median.hpp"
#include "sim/step_timings.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

// So many passes that a launch and the clock do not matter. The first, not timed, warms up.
int passes_of(const TimedPasses& work) {
    constexpr double sample_seconds = 2e-3;
    work(1);
    return static_cast<int>(std::clamp(sample_seconds / work(1), 1.0, 1e3));
}

} // namespace

std::optional<BandwidthTimes> measured_bandwidth(const TimedPasses& work, const TimedPasses& copy,
                                                 const BandwidthPlan& plan,
                                                 const std::stop_token& stop) {
    const Clock::time_point start = Clock::now();
    const int work_passes = passes_of(work);
    const int copy_passes = passes_of(copy);
    std::vector<double> work_seconds, copy_seconds;
    for (int i = 0; i < plan.repeats && !stop.stop_requested(); ++i) {
        work_seconds.push_back(work(work_passes));
        copy_seconds.push_back(copy(copy_passes));
        if (milliseconds_since(start) > plan.budget_seconds * 1e3) {
            break;
        }
    }
    if (work_seconds.empty()) {
        return std::nullopt;
    }
    return BandwidthTimes{median(work_seconds), median(copy_seconds),
                          static_cast<int>(work_seconds.size())};
}

} // namespace orrery
