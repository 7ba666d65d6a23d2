// Words for a step, and the contents of the Timings panel: the last seconds of steps and frames.

#include "app/panels/timings.hpp"

#include "app/numbers.hpp"
#include "app/panels/step_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

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

constexpr double lately_seconds = 0.5;

// What the window does for every frame.
struct WindowWork {
    std::string_view name;
    double FrameReport::*milliseconds;
};
constexpr std::array window_works{WindowWork{"publish", &FrameReport::publish_milliseconds},
                                  WindowWork{"draw", &FrameReport::draw_milliseconds},
                                  WindowWork{"panels", &FrameReport::ui_milliseconds}};

std::vector<double>& band_of(PhaseStack& stack, std::string_view name) {
    const auto found = std::ranges::find(stack.bands, name, &PhaseBand::name);
    if (found != stack.bands.end()) {
        return found->milliseconds;
    }
    stack.bands.push_back({std::string(name), std::vector<double>(stack.moments.size()), 0});
    return stack.bands.back().milliseconds;
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
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

double PhaseStack::usual_height() const {
    constexpr double least = 0.1;
    if (moments.empty()) {
        return least;
    }
    std::vector<double> heights(moments.size(), 0.0);
    for (const PhaseBand& band : bands) {
        for (std::size_t i = 0; i < heights.size(); ++i) {
            heights[i] += band.milliseconds[i];
        }
    }
    const auto rank = static_cast<std::ptrdiff_t>(0.98 * static_cast<double>(heights.size() - 1));
    std::nth_element(heights.begin(), heights.begin() + rank, heights.end());
    return std::max(heights[static_cast<std::size_t>(rank)], least);
}

PhaseStack phase_stack(const History& history) {
    const double now = history.now();
    const auto& frames = history.frames();
    const auto& steps = history.steps();
    PhaseStack stack;
    if (frames.empty()) {
        return stack;
    }
    for (const FrameReport& frame : frames) {
        stack.moments.push_back(frame.at - now);
    }
    std::size_t step = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        while (step + 1 < steps.size() && steps[step + 1].at <= frames[i].at) {
            ++step;
        }
        // A switch in between: then the step's times do not apply to the frame.
        const auto switched = [&](const SwitchMark& mark) {
            return steps[step].at <= mark.at && mark.at < frames[i].at;
        };
        if (step < steps.size() && steps[step].at <= frames[i].at &&
            std::ranges::none_of(history.marks(), switched)) {
            for (const StepTimings::Phase& phase : steps[step].timings.phases) {
                band_of(stack, phase.name)[i] = phase.milliseconds;
            }
        }
    }
    for (const WindowWork& work : window_works) {
        std::ranges::transform(frames, band_of(stack, work.name).begin(), work.milliseconds);
    }
    const auto first =
        std::ranges::lower_bound(stack.moments, stack.moments.back() - lately_seconds);
    const auto count = stack.moments.end() - first;
    for (PhaseBand& band : stack.bands) {
        band.lately =
            std::accumulate(band.milliseconds.end() - count, band.milliseconds.end(), 0.0) /
            static_cast<double>(count);
    }
    return stack;
}

bool is_window_work(std::string_view band) {
    return std::ranges::find(window_works, band, &WindowWork::name) != window_works.end();
}

DeviceTimeline device_timeline(const History& history) {
    DeviceTimeline timeline;
    if (history.steps().empty()) {
        return timeline;
    }
    auto spans = history.steps().back().timings.device_spans;
    std::stable_sort(spans.begin(), spans.end(),
                     [](const StepTimings::DeviceSpan& a, const StepTimings::DeviceSpan& b) {
                         return a.begin < b.begin;
                     });
    std::map<std::size_t, std::vector<StepTimings::DeviceSpan>> by_member;
    for (const StepTimings::DeviceSpan& span : spans) {
        by_member[span.member].push_back(span);
        if (std::ranges::find(timeline.phases, span.phase) == timeline.phases.end()) {
            timeline.phases.emplace_back(span.phase);
        }
        timeline.milliseconds = std::max(timeline.milliseconds, span.end);
    }
    std::map<int, int> times_seen;
    for (auto& [member, of_member] : by_member) {
        const int device = of_member.front().device;
        const int times = ++times_seen[device];
        timeline.rows.push_back({member,
                                 "GPU " + std::to_string(device) +
                                     (times > 1 ? " (" + std::to_string(times) + ")" : ""),
                                 std::move(of_member)});
    }
    return timeline;
}

std::vector<RateRun> rate_runs(const History& history) {
    // Steps closer to each other are one point of the line: noise hides the jumps.
    constexpr double seconds_of_point = 0.1;
    const double now = history.now();
    std::vector<RateRun> runs;
    std::vector<double> pending; // of steps that are no point yet
    double point_began = 0;
    double last = -1e30; // when the step before ended
    const auto end_point = [&] {
        if (!pending.empty()) {
            runs.back().moments.push_back(last - now);
            runs.back().rates.push_back(median(pending));
            pending.clear();
        }
    };
    for (const StepSample& sample : history.steps()) {
        const double rate = sample.interactions_per_second;
        if (!(rate > 0)) {
            continue;
        }
        const bool other = runs.empty() || runs.back().algorithm != sample.algorithm;
        if (other || sample.at - point_began >= seconds_of_point) {
            end_point();
        }
        if (other) {
            // It begins when its first step did, but not before the run before it ended.
            const double began = sample.at - sample.timings.total_milliseconds / 1000;
            runs.push_back({sample.algorithm, {std::max(began, last) - now}, {rate}});
        }
        point_began = pending.empty() ? sample.at : point_began;
        pending.push_back(rate);
        last = sample.at;
    }
    end_point();
    return runs;
}

} // namespace orrery
