#include "app/panels/step_words.hpp"

#include "app/language/tr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double seconds_to_wonder = 1;
constexpr double telling_share = 0.01; // from here on what is done tells what is left

bool is_long(const AppState& app) {
    return app.step_in_flight && app.step_in_flight->seconds >= seconds_to_wonder;
}

// Of the whole step; 0: not known.
double likely_seconds(const AppState& app) {
    const StepInFlight& step = *app.step_in_flight;
    if (step.share >= telling_share) {
        return step.seconds / step.share;
    }
    const double known = app.history.costs().of(app.status.settings.algorithm).milliseconds / 1000;
    return known > step.seconds ? known : 0;
}

// To the digits that a guess deserves.
std::string about(double seconds) {
    if (seconds < 9.95) {
        return with_decimal_mark(fmt::format("{:.1f} s", seconds));
    }
    if (seconds < 120) {
        return fmt::format("{:.0f} s", seconds);
    }
    return seconds < 7200 ? fmt::format("{:.0f} min", seconds / 60)
                          : fmt::format("{:.0f} h", seconds / 3600);
}

} // namespace

std::string step_seconds(const AppState& app) {
    if (!is_long(app)) {
        return "";
    }
    const double seconds = app.step_in_flight->seconds;
    return seconds < 120 ? fmt::format("{:.0f} s", std::floor(seconds)) : about(seconds);
}

std::string step_clock(const AppState& app) {
    const std::string so_far = step_seconds(app);
    if (so_far.empty()) {
        return "";
    }
    const double likely = likely_seconds(app);
    return likely > 0 ? tr_format("{} of about {}", so_far, about(likely)) : so_far;
}

std::string step_words(const AppState& app) {
    const std::string clock = step_clock(app);
    return clock.empty() ? "" : tr_format("step {} · {}", app.status.steps + 1, clock);
}

float step_share(const AppState& app) {
    if (!is_long(app)) {
        return 0;
    }
    const double likely = likely_seconds(app);
    return likely > 0 ? static_cast<float>(std::min(app.step_in_flight->seconds / likely, 1.0)) : 0;
}

std::string peak_share(const AppState& app, const SolverInfo& info,
                       double interactions_per_second) {
    if (!app.peaks) {
        return "";
    }
    const double percent =
        percent_of_peak(*app.peaks, info, app.status.settings.precision, interactions_per_second);
    if (percent <= 0) {
        return "";
    }
    return with_decimal_mark(
        percent < 9.95 ? fmt::format("{:.1f} %", percent)
                       : fmt::format("{:.0f} %{}", percent,
                                     is_suspect(info, percent) ? tr(", peak is suspect") : ""));
}

} // namespace orrery
