#include "app/state/setting_limits.hpp"

#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <algorithm>

namespace orrery {

namespace {
constexpr double widest = 1e3;
} // namespace

Limits time_step_limits(const SimulationStatus& status) {
    const double step = status.suggested.time_step > 0 ? status.suggested.time_step : 0.01;
    return {step / (widest * widest), step * widest, "in longer steps bodies jump past each other"};
}

Limits softening_limits(const SimulationStatus& status) {
    const double usual = status.suggested.softening > 0 ? status.suggested.softening : 0.01;
    return {0, usual * widest, "beyond it nothing pulls any more"};
}

void check_within(const Limits& limits, double value, std::string_view name) {
    if (value >= limits.low && value <= limits.high) {
        return;
    }
    const std::string thing(name);
    if (value < limits.low) {
        throw bad_input("a " + thing + " of " + briefly(value) + " would compute nothing", "",
                        "take at least " + briefly(limits.low));
    }
    throw bad_input("a " + thing + " of " + briefly(value) + " is too large for this system", "",
                    "take at most " + briefly(limits.high) + ": " + limits.reason);
}

} // namespace orrery
