// Axes that suit values, and how many values lie where on them. Each part of the bodies is counted
// by one worker into bins of its own.

#include "sim/structure/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t axis_sample = 20'000;
constexpr double decades_at_most = 8;

// The ends of all but the outermost hundredth of a sample.
struct Ends {
    double low = 0, high = 0;
};

Ends ends_of(std::span<const float> values, bool logarithmic) {
    std::vector<float> sample;
    const std::size_t sampled = std::min(values.size(), axis_sample);
    for (std::size_t k = 0; k < sampled; ++k) {
        const float value = values[k * values.size() / sampled];
        if (std::isfinite(value) && (!logarithmic || value > 0)) {
            sample.push_back(value);
        }
    }
    if (sample.empty()) {
        return {logarithmic ? 0.1 : 0, 1};
    }
    const auto rank = [&](double share) {
        const auto place =
            std::lround(share * static_cast<double>(sample.size() - 1)); // the nearest one
        std::nth_element(sample.begin(), sample.begin() + place, sample.end());
        return static_cast<double>(sample[static_cast<std::size_t>(place)]);
    };
    return {rank(0.005), rank(0.995)};
}

double round_step(double width) {
    const double decade = std::pow(10.0, std::floor(std::log10(width)));
    const double digits = width / decade;
    return decade * (digits < 2 ? 0.1 : digits < 5 ? 0.25 : 0.5);
}

PlotAxis linear_about(const Ends& ends) {
    const double size = std::max(std::abs(ends.low), std::abs(ends.high));
    const double width = ends.high - ends.low;
    if (!(width > 1e-6 * size)) { // all alike
        const double around = size > 0 ? 0.1 * size : 1;
        return {ends.low - around, ends.high + around, false};
    }
    const double step = round_step(width);
    return {step * std::floor(ends.low / step + 1e-9), step * std::ceil(ends.high / step - 1e-9),
            false};
}

PlotAxis logarithmic_about(const Ends& ends) {
    const double high = std::ceil(4 * std::log10(ends.high) - 1e-9) / 4;
    const double low =
        std::max(std::floor(4 * std::log10(ends.low) + 1e-9) / 4, high - decades_at_most);
    return {std::pow(10, low < high ? low : high - 0.5),
            std::pow(10, low < high ? high : high + 0.5), true};
}

// Whether nothing is cut off, and not much is left empty.
bool suits(const PlotAxis& axis, const Ends& ends, bool logarithmic) {
    const double low = axis.place(ends.low);
    const double high = axis.place(ends.high);
    return axis.logarithmic == logarithmic && low >= -0.01 && high <= 1.01 && high - low > 0.6;
}

constexpr std::size_t counted_at_once = 32'768;

// count(bins, i) for every body.
template <class Count>
std::vector<std::uint32_t> counted_in_bins(std::size_t bodies, std::size_t bins, Workers& workers,
                                           const Count& count) {
    using Counts = std::vector<std::uint32_t>;
    const auto range_part = [&](std::size_t begin, std::size_t end) {
        Counts part(bins);
        for (std::size_t i = begin; i < end; ++i) {
            count(part, i);
        }
        return part;
    };
    const auto add = [](Counts& all, const Counts& part) {
        std::ranges::transform(all, part, all.begin(), std::plus<>());
    };
    return workers.sum_of_ranges(Counts(bins), bodies, counted_at_once, range_part, add);
}

// The bin of a value; `bins` for what is outside.
class Bins {
public:
    Bins(const PlotAxis& axis, std::size_t count)
        : axis_(axis), low_(axis.logarithmic ? std::log(axis.low) : axis.low),
          scale_(static_cast<double>(count) /
                 (axis.logarithmic ? std::log(axis.high / axis.low) : axis.high - axis.low)),
          count_(count) {}

    std::size_t of(float value) const {
        if (axis_.logarithmic && !(value > 0)) {
            return count_;
        }
        const auto number = static_cast<double>(value);
        const double place = ((axis_.logarithmic ? std::log(number) : number) - low_) * scale_;
        const bool inside = place >= 0 && number <= axis_.high;
        return inside ? std::min(static_cast<std::size_t>(place), count_ - 1) : count_;
    }

private:
    PlotAxis axis_;
    double low_, scale_;
    std::size_t count_;
};

} // namespace

double PlotAxis::place(double value) const {
    if (!logarithmic) {
        return (value - low) / (high - low);
    }
    return value > 0 ? std::log(value / low) / std::log(high / low) : -1;
}

double PlotAxis::value(double place) const {
    return logarithmic ? low * std::pow(high / low, place) : low + place * (high - low);
}

PlotAxis fitting_axis(std::span<const float> values, bool logarithmic, const PlotAxis* before) {
    const Ends ends = ends_of(values, logarithmic);
    if (before != nullptr && suits(*before, ends, logarithmic)) {
        return *before;
    }
    return logarithmic ? logarithmic_about(ends) : linear_about(ends);
}

std::uint32_t Histogram::largest() const {
    return bodies.empty() ? 0 : *std::max_element(bodies.begin(), bodies.end());
}

std::uint32_t PhaseMap::largest() const {
    return bodies.empty() ? 0 : *std::max_element(bodies.begin(), bodies.end());
}

Histogram histogram(std::span<const float> values, const PlotAxis& axis, std::size_t bins,
                    Workers& workers) {
    const Bins places(axis, bins);
    Histogram found{.axis = axis};
    found.bodies = counted_in_bins(
        values.size(), bins + 1, workers,
        [&](std::vector<std::uint32_t>& part, std::size_t i) { ++part[places.of(values[i])]; });
    found.outside = found.bodies.back();
    found.bodies.pop_back();
    return found;
}

PhaseMap phase_map(std::span<const float> x, std::span<const float> y, const PhaseMap& shape,
                   Workers& workers) {
    const Bins across(shape.x, shape.columns);
    const Bins up(shape.y, shape.rows);
    PhaseMap found = shape;
    found.bodies = counted_in_bins(x.size(), shape.columns * shape.rows, workers,
                                   [&](std::vector<std::uint32_t>& part, std::size_t i) {
                                       const std::size_t column = across.of(x[i]);
                                       const std::size_t row = up.of(y[i]);
                                       if (column < shape.columns && row < shape.rows) {
                                           ++part[row * shape.columns + column];
                                       }
                                   });
    return found;
}

} // namespace orrery
