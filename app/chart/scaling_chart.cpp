#include "app/chart/scaling_chart.hpp"

#include "app/language/tr.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace orrery {
namespace {

constexpr std::size_t max_fitted = 4, min_fitted = 3;

struct Range {
    double low, high;
};

template <class Value>
Range range_of(const ScalingChart& chart, double low, double high, const Value& value) {
    Range range{high, low};
    for (const ScalingLine& line : chart.lines) {
        for (const ScalingLine::Point& point : line.points) {
            range.low = std::min(range.low, value(point));
            range.high = std::max(range.high, value(point));
        }
    }
    return range.low > range.high ? Range{low, high} : range;
}

std::string bodies_text(double bodies) {
    constexpr double kilo = 1024;
    return bodies >= kilo * kilo ? fmt::format("{:g}M", bodies / (kilo * kilo))
           : bodies >= kilo      ? fmt::format("{:g}k", bodies / kilo)
                                 : fmt::format("{:g}", bodies);
}

std::string time_text(double milliseconds) {
    return milliseconds >= 1000 ? fmt::format("{:g} s", milliseconds / 1000)
           : milliseconds >= 1  ? fmt::format("{:g} ms", milliseconds)
                                : fmt::format("{:g} µs", milliseconds * 1000);
}

} // namespace

bool ScalingChart::empty() const {
    return std::all_of(lines.begin(), lines.end(),
                       [](const ScalingLine& line) { return line.points.empty(); });
}

std::optional<double> fitted_slope(const std::vector<ScalingLine::Point>& points) {
    if (points.size() < min_fitted) {
        return std::nullopt;
    }
    const std::size_t count = std::min(points.size(), max_fitted);
    double x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t i = points.size() - count; i < points.size(); ++i) {
        const double log_bodies = std::log(static_cast<double>(points[i].bodies));
        const double log_time = std::log(points[i].milliseconds);
        x += log_bodies;
        y += log_time;
        xx += log_bodies * log_bodies;
        xy += log_bodies * log_time;
    }
    const auto n = static_cast<double>(count);
    return (n * xy - x * y) / (n * xx - x * x);
}

std::string line_text(const ScalingLine& line) {
    const std::optional<double> slope = fitted_slope(line.points);
    return slope ? line.algorithm + with_decimal_mark(fmt::format("  N^{:.2f}", *slope))
                 : line.algorithm;
}

double LogarithmicAxis::fraction(double value) const {
    return std::clamp(std::log(value / low) / std::log(high / low), 0.0, 1.0);
}

LogarithmicAxis bodies_axis(const ScalingChart& chart) {
    const Range range = range_of(chart, 1024, 16384, [](const ScalingLine::Point& point) {
        return static_cast<double>(point.bodies);
    });
    LogarithmicAxis axis{range.low, std::max(range.high, 2 * range.low), {}};
    const double decades = std::log2(axis.high / axis.low);
    const double factor = decades <= 4.5 ? 2 : decades <= 9.5 ? 4 : 16;
    // From a power of two, as numbers of bodies are counted.
    double tick = std::exp2(std::ceil(std::log2(axis.low) - 1e-9));
    for (; tick <= axis.high * (1 + 1e-9); tick *= factor) {
        axis.ticks.push_back({tick, bodies_text(tick)});
    }
    return axis;
}

LogarithmicAxis milliseconds_axis(const ScalingChart& chart) {
    const Range range =
        range_of(chart, 1, 100, [](const ScalingLine::Point& point) { return point.milliseconds; });
    LogarithmicAxis axis;
    axis.low = std::pow(10, std::floor(std::log10(range.low)));
    axis.high = std::max(std::pow(10, std::ceil(std::log10(range.high))), 10 * axis.low);
    for (double tick = axis.low; tick < 1.5 * axis.high; tick *= 10) {
        axis.ticks.push_back({tick, time_text(tick)});
    }
    return axis;
}

std::vector<double> spread_labels(const std::vector<double>& wanted, double apart, double low,
                                  double high) {
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
    std::vector<double> places = wanted;
    double free_from = low;
    for (const std::size_t i : order) { // down, each below the one before
        places[i] = std::max(places[i], free_from);
        free_from = places[i] + apart;
    }
    double free_until = high;
    for (auto i = order.rbegin(); i != order.rend(); ++i) { // and up again, where they went too far
        places[*i] = std::min(places[*i], free_until);
        free_until = places[*i] - apart;
    }
    return places;
}

} // namespace orrery
