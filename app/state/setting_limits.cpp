#include "app/state/setting_limits.hpp"

#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <algorithm>

namespace orrery {

namespace {
constexpr double widest = 1e3;

// `spoken` writes a number as the error is to have it.
void check(const Limits& limits, double value, std::string_view name,
           std::string (*spoken)(double)) {
    const bool large_enough = limits.above_low ? value > limits.low : value >= limits.low;
    if (large_enough && value <= limits.high) {
        return;
    }
    const std::string thing(name);
    if (!large_enough) {
        throw bad_input("a " + thing + " of " + spoken(value) + " would make no progress", "",
                        (limits.above_low ? "use more than " : "use at least ") +
                            spoken(limits.low));
    }
    throw bad_input("a " + thing + " of " + spoken(value) + " is too large for this system", "",
                    "use at most " + spoken(limits.high) + ": " + limits.reason);
}

} // namespace

Limits time_step_limits(const SimulationStatus& status) {
    const double step = status.suggested.time_step > 0 ? status.suggested.time_step : 0.01;
    return {step / (widest * widest), step * widest, "in longer steps bodies jump past each other"};
}

Limits softening_limits(const SimulationStatus& status) {
    const double usual = status.suggested.softening > 0 ? status.suggested.softening : 0.01;
    return {0, usual * widest, "beyond that, gravity vanishes"};
}

void check_within(const Limits& limits, double value, std::string_view name) {
    check(limits, value, name, briefly);
}

void check_count_within(const Limits& limits, std::size_t count, std::string_view name) {
    check(limits, static_cast<double>(count), name,
          [](double number) { return with_thousands(static_cast<std::size_t>(number)); });
}

} // namespace orrery
