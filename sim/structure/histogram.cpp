// Each part of the bodies is counted by one worker into bins of its own.

#include "sim/structure/histogram.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr std::size_t counted_at_once = 32'768;

// count(bins, i) for every body, over parts that are added up.
template <class Count>
std::vector<std::uint32_t> counted_in_bins(std::size_t bodies, std::size_t bins, Workers& workers,
                                           const Count& count) {
    std::vector<std::vector<std::uint32_t>> parts((bodies + counted_at_once - 1) / counted_at_once);
    workers.for_ranges(bodies, counted_at_once, [&](std::size_t begin, std::size_t end) {
        std::vector<std::uint32_t>& part = parts[begin / counted_at_once];
        part.resize(bins);
        for (std::size_t i = begin; i < end; ++i) {
            count(part, i);
        }
    });
    std::vector<std::uint32_t> all(bins);
    for (const auto& part : parts) {
        std::transform(all.begin(), all.end(), part.begin(), all.begin(), std::plus<>());
    }
    return all;
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
