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

} // namespace orrery
