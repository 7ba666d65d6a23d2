#include "app/panels/phase_stack.hpp"

#include <algorithm>
#include <array>

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

// What a step spent says nothing of what computes after a switch.
bool switched_between(const History& history, double step, double frame) {
    return std::any_of(history.marks().begin(), history.marks().end(),
                       [&](const SwitchMark& mark) { return step <= mark.at && mark.at < frame; });
}

void average(PhaseStack& stack) {
    const auto first = std::lower_bound(stack.moments.begin(), stack.moments.end(),
                                        stack.moments.back() - lately_seconds);
    const auto begin = first - stack.moments.begin();
    for (PhaseBand& band : stack.bands) {
        double sum = 0;
        for (auto value = band.milliseconds.begin() + begin; value != band.milliseconds.end();
             ++value) {
            sum += *value;
        }
        band.lately = sum / static_cast<double>(stack.moments.end() - first);
    }
}

// Steps closer to each other are one point of the line: noise hides the jumps.
constexpr double seconds_of_point = 0.1;

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class RunBuilder {
public:
    explicit RunBuilder(double now) : now_(now) {}

    void add(const StepSample& sample) {
        if (runs_.empty() || runs_.back().algorithm != sample.algorithm) {
            end_point();
            begin_run(sample);
        } else if (sample.at - point_began_ >= seconds_of_point) {
            end_point();
        }
        if (pending_.empty()) {
            point_began_ = sample.at;
        }
        pending_.push_back(sample.interactions_per_second);
        last_ = sample.at;
    }

    std::vector<RateRun> take() {
        end_point();
        return std::move(runs_);
    }

private:
    // A run begins when its first step did, but not before the run before it ended.
    void begin_run(const StepSample& sample) {
        const double began = sample.at - sample.timings.total_milliseconds / 1000;
        runs_.push_back(
            {sample.algorithm, {std::max(began, last_) - now_}, {sample.interactions_per_second}});
    }

    void end_point() {
        if (!pending_.empty()) {
            runs_.back().moments.push_back(last_ - now_);
            runs_.back().rates.push_back(median(pending_));
            pending_.clear();
        }
    }

    double now_;
    double last_ = -1e30; // of the newest sample
    double point_began_ = 0;
    std::vector<double> pending_;
    std::vector<RateRun> runs_;
};

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
    for (std::size_t i = 0; i < frames.size(); ++i) {
        band_of(stack, window_works[0])[i] = frames[i].publish_milliseconds;
        band_of(stack, window_works[1])[i] = frames[i].draw_milliseconds;
        band_of(stack, window_works[2])[i] = frames[i].ui_milliseconds;
    }
    if (!frames.empty()) {
        average(stack);
    }
    return stack;
}

bool is_window_work(std::string_view band) {
    return std::find(window_works.begin(), window_works.end(), band) != window_works.end();
}

std::vector<RateRun> rate_runs(const History& history) {
    RunBuilder builder(history.now());
    for (const StepSample& sample : history.steps()) {
        if (sample.interactions_per_second > 0) {
            builder.add(sample);
        }
    }
    return builder.take();
}

} // namespace orrery
