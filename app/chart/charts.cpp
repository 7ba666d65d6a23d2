#include "app/chart/charts.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace orrery {
namespace {

// A point of a line of powers: logarithms to the base 2.
struct LogPoint {
    double bodies, time;
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return values.size() % 2 == 1 ? *middle
                                  : (*middle + *std::max_element(values.begin(), middle)) / 2;
}

// The points near the line of Theil and Sen.
std::vector<LogPoint> near_robust_line(std::span<const LogPoint> points) {
    static const double near = std::log2(1.1); // a tenth more, or less
    std::vector<double> slopes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        for (std::size_t j = i + 1; j < points.size(); ++j) {
            if (points[j].bodies > points[i].bodies) {
                slopes.push_back((points[j].time - points[i].time) /
                                 (points[j].bodies - points[i].bodies));
            }
        }
    }
    if (slopes.empty()) {
        return {};
    }
    const double slope = median(std::move(slopes));
    std::vector<double> heights;
    for (const LogPoint& point : points) {
        heights.push_back(point.time - slope * point.bodies);
    }
    const double height = median(heights);
    std::vector<LogPoint> some;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (std::abs(heights[i] - height) <= near) {
            some.push_back(points[i]);
        }
    }
    return some;
}

struct FittedLine {
    double slope, error;
};

FittedLine least_squares(const std::vector<LogPoint>& points) {
    const auto count = static_cast<double>(points.size());
    double x = 0, y = 0;
    for (const LogPoint& point : points) {
        x += point.bodies / count;
        y += point.time / count;
    }
    double xx = 0, xy = 0, yy = 0;
    for (const LogPoint& point : points) {
        xx += (point.bodies - x) * (point.bodies - x);
        xy += (point.bodies - x) * (point.time - y);
        yy += (point.time - y) * (point.time - y);
    }
    const double left_over = std::max(yy - xy * xy / xx, 0.0);
    return {xy / xx, std::sqrt(left_over / (count - 2) / xx)};
}

struct Range {
    double low, high;
};

// From `low` to `high` without points.
template <class Value>
Range range_of(const ScalingChart& chart, double low, double high, const Value& value) {
    Range range{std::numeric_limits<double>::infinity(), 0};
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

// "8 B", "4 KiB"
std::string binary_bytes(double bytes) {
    constexpr std::array units{"B", "KiB", "MiB", "GiB"};
    std::size_t unit = 0;
    for (; bytes >= 1024 && unit + 1 < units.size(); bytes /= 1024) {
        ++unit;
    }
    return fmt::format("{:g} {}", bytes, units[unit]);
}

std::string time_text(double milliseconds) {
    return milliseconds >= 1000 ? fmt::format("{:g} s", milliseconds / 1000)
           : milliseconds >= 1  ? fmt::format("{:g} ms", milliseconds)
                                : fmt::format("{:g} µs", milliseconds * 1000);
}

} // namespace

double ChartAxis::fraction(double value) const {
    const double share =
        logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return std::clamp(share, 0.0, 1.0);
}

ChartAxis axis_of(const LadderChart& chart) {
    double least = 1;
    double most = 1;
    for (const ChartBar& bar : chart.bars) {
        least = std::min(least, bar.time.factor());
        most = std::max(most, bar.time.factor());
    }
    ChartAxis axis{.logarithmic = chart.logarithmic};
    const auto add_tick = [&axis](double tick) {
        axis.ticks.push_back(
            {tick, tick < 1000 ? with_decimal_mark(fmt::format("{:g}", tick))
                               : with_thousands(static_cast<std::size_t>(std::lround(tick)))});
    };
    if (!chart.logarithmic) {
        axis.high = 1.02 * most;
        const double step = round_step(most / 6);
        for (int i = 0; i * step <= axis.high; ++i) {
            add_tick(i * step);
        }
        return axis;
    }
    // From the reference on: a bar that is hardly shorter is drawn as long as that.
    constexpr double hardly_below = 0.85;
    axis.low = least >= hardly_below ? 1 : std::pow(10, std::floor(std::log10(least)));
    axis.high = std::max(1.2 * most, 10 * axis.low);
    const bool many_powers = axis.high > 1000 * axis.low;
    for (double power = axis.low; power <= axis.high; power *= 10) {
        for (const double tick : {power, 2 * power, 5 * power}) {
            if (tick <= axis.high && (tick == power || !many_powers)) {
                add_tick(tick);
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
    const auto longest = std::max_element(
        chart.bars.begin(), chart.bars.end(),
        [](const ChartBar& a, const ChartBar& b) { return a.time.factor() < b.time.factor(); });
    return longest->time.own.certain ? &*longest : nullptr;
}

bool ScalingChart::empty() const {
    return std::all_of(lines.begin(), lines.end(),
                       [](const ScalingLine& line) { return line.points.empty(); });
}

std::optional<double> fitted_slope(const std::vector<ScalingLine::Point>& points) {
    constexpr std::size_t min_points = 4;
    constexpr double min_doublings = 3, max_error = 0.03;
    constexpr double min_slope = 0.95; // below, overheads are seen: each body costs something
    std::vector<LogPoint> all;
    for (const ScalingLine::Point& point : points) {
        if (point.bodies > 0 && point.milliseconds > 0) {
            all.push_back(
                {std::log2(static_cast<double>(point.bodies)), std::log2(point.milliseconds)});
        }
    }
    for (std::size_t left_out = 0;
         left_out <= all.size() / 2 && left_out + min_points <= all.size(); ++left_out) {
        const std::span some = std::span(all).subspan(left_out);
        const std::vector<LogPoint> fitted = near_robust_line(some);
        if (fitted.size() < min_points || some.size() - fitted.size() > some.size() / 5 ||
            fitted.back().bodies - fitted.front().bodies < min_doublings) {
            continue;
        }
        const FittedLine line = least_squares(fitted);
        if (line.error <= max_error && line.slope >= min_slope) {
            return line.slope;
        }
    }
    return std::nullopt;
}

std::string line_text(const ScalingLine& line) {
    const std::optional<double> slope = fitted_slope(line.points);
    return slope ? line.title + with_decimal_mark(fmt::format("  N^{:.1f}", *slope)) : line.title;
}

ChartAxis bodies_axis(const ScalingChart& chart) {
    const Range range = range_of(chart, 1024, 16384, [](const ScalingLine::Point& point) {
        return static_cast<double>(point.bodies);
    });
    constexpr double least_range = 16; // else laws of growth can hardly be told apart
    ChartAxis axis{range.low, std::max(range.high, least_range * range.low), true};
    const double decades = std::log2(axis.high / axis.low);
    const double factor = decades <= 4.5 ? 2 : decades <= 9.5 ? 4 : 16;
    // From a power of two, as numbers of bodies are counted.
    double tick = std::exp2(std::ceil(std::log2(axis.low) - 1e-9));
    for (; tick <= axis.high * (1 + 1e-9); tick *= factor) {
        axis.ticks.push_back({tick, bodies_text(tick)});
    }
    return axis;
}

namespace {

double n_log_n(double n) {
    return n * std::log(std::max(n, 2.0));
}

struct Law {
    const char* text;
    double (*of)(double bodies);
};
constexpr Law laws[] = {{"N", [](double n) { return n; }},
                        {"N log N", n_log_n},
                        {"N²", [](double n) { return n * n; }}};

// The power of N that something grows with between a line's last two points; 1 where there is one.
template <class Value>
double last_slope(const ScalingLine& line, const Value& value) {
    if (line.points.size() < 2) {
        return 1;
    }
    const ScalingLine::Point& before = *(line.points.end() - 2);
    const ScalingLine::Point& last = line.points.back();
    return std::log(value(last) / value(before)) /
           std::log(static_cast<double>(last.bodies) / static_cast<double>(before.bodies));
}

// A law's guide touches the last point of a line, whose overheads are the least share: of the line
// that ends as nearly as any does as the law goes; of several that with the most bodies, and of
// equals the quickest.
std::optional<ScalingLine::Point> touched_by(const Law& law, const ScalingChart& chart) {
    constexpr double alike = 0.15; // powers of N, as the last two points tell them
    const auto apart = [&law](const ScalingLine& line) {
        return std::abs(
            last_slope(line, [](const ScalingLine::Point& point) { return point.milliseconds; }) -
            last_slope(line, [&law](const ScalingLine::Point& point) {
                return law.of(static_cast<double>(point.bodies));
            }));
    };
    double nearest = std::numeric_limits<double>::infinity();
    for (const ScalingLine& line : chart.lines) {
        nearest = line.points.empty() ? nearest : std::min(nearest, apart(line));
    }
    std::optional<ScalingLine::Point> touched;
    for (const ScalingLine& line : chart.lines) {
        if (line.points.empty() || apart(line) > nearest + alike) {
            continue;
        }
        const ScalingLine::Point& last = line.points.back();
        if (!touched || last.bodies > touched->bodies ||
            (last.bodies == touched->bodies && last.milliseconds < touched->milliseconds)) {
            touched = last;
        }
    }
    return touched;
}

// A law tells the time of other bodies than those of the point that it goes through.
double foretold(const Law& law, const ScalingLine::Point& touched, double bodies) {
    return touched.milliseconds * law.of(bodies) / law.of(static_cast<double>(touched.bodies));
}

} // namespace

// With room for the flat guides' ends, which one point beside the top would hardly leave.
ChartAxis milliseconds_axis(const ScalingChart& chart) {
    const Range range =
        range_of(chart, 1, 100, [](const ScalingLine::Point& point) { return point.milliseconds; });
    double guide = 0;
    for (const Law& law : {laws[0], laws[1]}) {
        if (const auto touched = touched_by(law, chart)) {
            guide = std::max(guide, foretold(law, *touched, bodies_axis(chart).high));
        }
    }
    ChartAxis axis{.logarithmic = true};
    axis.low = std::pow(10, std::floor(std::log10(range.low)));
    axis.high = std::pow(10, std::ceil(std::log10(std::max(range.high, guide))));
    axis.high = std::max(axis.high, 10 * axis.low);
    for (double tick = axis.low; tick < 1.5 * axis.high; tick *= 10) {
        axis.ticks.push_back({tick, time_text(tick)});
    }
    return axis;
}

namespace {

// Whole decades around what `value` says of the points.
template <class Value, class Words>
ChartAxis decades_of(const MessageChart& chart, const Value& value, const Words& words) {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    for (const MessageChart::Point& point : chart.points) {
        low = std::min(low, value(point));
        high = std::max(high, value(point));
    }
    ChartAxis axis{.logarithmic = true};
    axis.low = std::pow(10, std::floor(std::log10(low)));
    axis.high = std::max(std::pow(10, std::ceil(std::log10(high))), 10 * axis.low);
    for (double tick = axis.low; tick < 1.5 * axis.high; tick *= 10) {
        axis.ticks.push_back({tick, words(tick)});
    }
    return axis;
}

} // namespace

ChartAxis bytes_axis(const MessageChart& chart) {
    const auto low = static_cast<double>(chart.points.front().bytes);
    ChartAxis axis{low, std::max(static_cast<double>(chart.points.back().bytes), 2 * low), true};
    for (double tick = low; tick <= axis.high * (1 + 1e-9); tick *= 8) {
        axis.ticks.push_back({tick, binary_bytes(tick)});
    }
    return axis;
}

ChartAxis seconds_axis(const MessageChart& chart) {
    return decades_of(
        chart, [](const MessageChart::Point& point) { return point.seconds; },
        [](double tick) { return time_text(tick * 1e3); });
}

ChartAxis bandwidth_axis(const MessageChart& chart) {
    return decades_of(
        chart, [](const MessageChart::Point& point) { return point.bandwidth(); },
        [](double tick) { return with_prefix(tick, "B/s"); });
}

std::vector<GuideLine> guide_lines(const ScalingChart& chart) {
    const ChartAxis bodies = bodies_axis(chart), milliseconds = milliseconds_axis(chart);
    constexpr int pieces = 64;
    std::vector<GuideLine> lines;
    for (const Law& law : laws) {
        const auto touched = touched_by(law, chart);
        if (!touched) {
            return {};
        }
        GuideLine line{law.text, {}};
        for (int i = 0; i <= pieces && !line.reaches_top; ++i) {
            const double n = bodies.low * std::pow(bodies.high / bodies.low, i / double{pieces});
            const double time = foretold(law, *touched, n);
            line.reaches_top = time > milliseconds.high;
            if (!line.reaches_top && time >= milliseconds.low) {
                line.points.emplace_back(n, time);
            }
        }
        lines.push_back(std::move(line));
    }
    return lines;
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
