#include "app/chart/ladder_chart.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

// The next 1, 2 or 5 times a power of ten.
double round_up(double number) {
    const double power = std::pow(10, std::floor(std::log10(number)));
    for (const double step : {1.0, 2.0, 5.0}) {
        if (number <= step * power * (1 + 1e-9)) {
            return step * power;
        }
    }
    return 10 * power;
}

} // namespace

double ChartAxis::fraction(double factor) const {
    const double share =
        logarithmic ? std::log(factor / low) / std::log(high / low) : (factor - low) / (high - low);
    return std::clamp(share, 0.0, 1.0);
}

ChartAxis axis_of(const LadderChart& chart) {
    double least = 1;
    double most = 1;
    for (const ChartBar& bar : chart.bars) {
        least = std::min(least, bar.time.factor());
        most = std::max(most, bar.time.factor());
    }
    ChartAxis axis;
    axis.logarithmic = chart.logarithmic;
    if (!chart.logarithmic) {
        axis.high = 1.02 * most;
        const double step = round_up(most / 6);
        for (int i = 0; i * step <= axis.high; ++i) {
            axis.ticks.push_back(i * step);
        }
        return axis;
    }
    // From the reference on: a bar that is hardly shorter is drawn as long as that.
    constexpr double hardly_below = 0.85;
    axis.low = least >= hardly_below ? 1 : std::pow(10, std::floor(std::log10(least)));
    axis.high = std::max(1.2 * most, 10 * axis.low);
    for (double power = axis.low; power <= axis.high; power *= 10) {
        for (const double tick : {power, 2 * power, 5 * power}) {
            if (tick <= axis.high) {
                axis.ticks.push_back(tick);
            }
        }
    }
    return axis;
}

std::string bar_text(const ChartBar& bar) {
    return bar.time.text() + "   " + bar.time.own.text();
}

const ChartBar* fastest_bar(const LadderChart& chart) {
    if (chart.bars.size() < 2) {
        return nullptr;
    }
    const auto is_slower = [](const ChartBar& a, const ChartBar& b) {
        return std::pair(a.time.own.certain, a.time.factor()) <
               std::pair(b.time.own.certain, b.time.factor());
    };
    return &*std::max_element(chart.bars.begin(), chart.bars.end(), is_slower);
}

} // namespace orrery
