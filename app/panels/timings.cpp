// The contents of the Timings panel, made of the last seconds of steps and frames.

#include "app/panels/timings.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

namespace orrery {
namespace {

constexpr double lately_seconds = 0.5;

constexpr std::array<std::string_view, 3> window_works{"publish", "draw", "panels"};

std::vector<double>& band_of(PhaseStack& stack, std::string_view name) {
    const auto found = std::find_if(stack.bands.begin(), stack.bands.end(),
                                    [&](const PhaseBand& band) { return band.name == name; });
    if (found != stack.bands.end()) {
        return found->milliseconds;
    }
    stack.bands.push_back({std::string(name), std::vector<double>(stack.moments.size()), 0});
    return stack.bands.back().milliseconds;
}

// Whether a switch lies between a step and a frame: then the step's times do not apply to it.
bool switched_between(const History& history, double step, double frame) {
    return std::any_of(history.marks().begin(), history.marks().end(),
                       [&](const SwitchMark& mark) { return step <= mark.at && mark.at < frame; });
}

void average(PhaseStack& stack) {
    const auto first = std::lower_bound(stack.moments.begin(), stack.moments.end(),
                                        stack.moments.back() - lately_seconds);
    const auto count = stack.moments.end() - first;
    for (PhaseBand& band : stack.bands) {
        band.lately =
            std::accumulate(band.milliseconds.end() - count, band.milliseconds.end(), 0.0) /
            static_cast<double>(count);
    }
}

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

void name_rows(std::vector<DeviceTimeline::Row>& rows) {
    std::map<int, int> times_seen;
    for (DeviceTimeline::Row& row : rows) {
        const int device = row.spans.front().device;
        const int times = ++times_seen[device];
        row.name = "GPU " + std::to_string(device);
        if (times > 1) {
            row.name += " (" + std::to_string(times) + ")";
        }
    }
}

} // namespace

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
    for (const FrameReport& frame : frames) {
        stack.moments.push_back(frame.at - now);
    }
    std::size_t step = 0;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        while (step + 1 < steps.size() && steps[step + 1].at <= frames[i].at) {
            ++step;
        }
        if (step < steps.size() && steps[step].at <= frames[i].at &&
            !switched_between(history, steps[step].at, frames[i].at)) {
            for (const StepTimings::Phase& phase : steps[step].timings.phases) {
                band_of(stack, phase.name)[i] = phase.milliseconds;
            }
        }
    }
    constexpr std::array works{&FrameReport::publish_milliseconds, &FrameReport::draw_milliseconds,
                               &FrameReport::ui_milliseconds};
    for (std::size_t work = 0; work < works.size() && !frames.empty(); ++work) {
        std::transform(frames.begin(), frames.end(), band_of(stack, window_works[work]).begin(),
                       [&](const FrameReport& frame) { return frame.*works[work]; });
    }
    if (!frames.empty()) {
        average(stack);
    }
    return stack;
}

bool is_window_work(std::string_view band) {
    return std::find(window_works.begin(), window_works.end(), band) != window_works.end();
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
    for (const StepTimings::DeviceSpan& span : spans) {
        auto row = std::find_if(timeline.rows.begin(), timeline.rows.end(),
                                [&](const auto& one) { return one.member == span.member; });
        if (row == timeline.rows.end()) {
            row = timeline.rows.insert(row, {span.member, "", {}});
        }
        row->spans.push_back(span);
        if (std::find(timeline.phases.begin(), timeline.phases.end(), span.phase) ==
            timeline.phases.end()) {
            timeline.phases.emplace_back(span.phase);
        }
        timeline.milliseconds = std::max(timeline.milliseconds, span.end);
    }
    std::sort(timeline.rows.begin(), timeline.rows.end(),
              [](const auto& a, const auto& b) { return a.member < b.member; });
    name_rows(timeline.rows);
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
