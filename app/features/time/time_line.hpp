#pragma once

#include "app/state/app_state.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/time_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace orrery {

// The line of time in pixels, and the steps that lie along it. In a universe that is younger than
// ours its future follows, to today.
struct TimeLine : TimeView::Line {
    std::uint64_t first = 0, last = 0;
    float today = right; // where a universe is as old as ours; `right`: it is older, or static

    float at(std::uint64_t step) const {
        const double share = static_cast<double>(std::clamp(step, first, last) - first) /
                             static_cast<double>(std::max<std::uint64_t>(last - first, 1));
        return left + static_cast<float>(share) * (right - left);
    }
    std::uint64_t step_at(float x) const {
        const float width = std::max(right - left, 1.0F);
        const double share = std::clamp(static_cast<double>((x - left) / width), 0.0, 1.0);
        return first +
               static_cast<std::uint64_t>(std::llround(share * static_cast<double>(last - first)));
    }
};

// A moment as the bar tells it: "z 2.41 · 2.8 Gyr", "t = 978 Myr".
std::string time_words(const AppState& app, double time);

// The history of a universe along a line, even in the logarithm of the scale factor.
struct CosmicHistory {
    const Cosmology& cosmology;
    double log_first; // of its first step

    // The share of the way from there to today.
    double share(double time) const {
        return 1 - std::log(cosmology.scale_factor(time)) / log_first;
    }
    double time(double share) const { return cosmology.time(std::exp(log_first * (1 - share))); }
};

// None: space is static, or older than ours already.
std::optional<CosmicHistory> history_of(const AppState& app);

// The time at a place of the line that is still to come; none: there are steps, or nothing is.
std::optional<double> coming_at(const AppState& app, const TimeLine& line, float x);

// Round redshifts below the line.
void draw_redshifts(ImDrawList& draw, const AppState& app, const TimeLine& line, float alpha);

} // namespace orrery
