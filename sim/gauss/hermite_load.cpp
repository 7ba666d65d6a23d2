// Idea:   the boxes of a sample, and for some of them what each box within reach would cost. Boxes
//         that hold a body or two are missed by a sample; how many there are follows from how many
//         sampled boxes hold one point and how many hold two.
// Source: Chao, Scand. J. Statist. 11, 265 (1984), for the number of boxes.
// Cost:   128 boxes times those of the sample: a quarter of a million looks at most.

#include "sim/gauss/cell_list.hpp"
#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_load.hpp"
#include "sim/gauss/hermite_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace orrery {
namespace {

struct SampledBox {
    std::array<std::int64_t, 3> at{}; // z, y, x
    double points = 0;                // of the sample
};

// In the order of a cell list.
template <class Real>
std::vector<SampledBox> sampled_boxes(const CellLattice& lattice, const VectorArray<Real>& points) {
    std::vector<SampledBox> boxes(points.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        boxes[i] = {{lattice.cell_along(2, static_cast<double>(points.z[i])),
                     lattice.cell_along(1, static_cast<double>(points.y[i])),
                     lattice.cell_along(0, static_cast<double>(points.x[i]))},
                    1};
    }
    std::sort(boxes.begin(), boxes.end(),
              [](const SampledBox& a, const SampledBox& b) { return a.at < b.at; });
    std::size_t last = 0;
    for (std::size_t i = 1; i < boxes.size(); ++i) {
        if (boxes[i].at == boxes[last].at) {
            boxes[last].points += 1;
        } else {
            boxes[++last] = boxes[i];
        }
    }
    boxes.resize(std::min(boxes.size(), last + 1));
    return boxes;
}

// As many boxes with points there are for each that a sample of one in `part` has met.
double boxes_a_sampled_one(const std::vector<SampledBox>& boxes, double part) {
    const auto with = [&](double points) {
        return static_cast<double>(
            std::count_if(boxes.begin(), boxes.end(),
                          [&](const SampledBox& box) { return box.points == points; }));
    };
    const double unseen = with(1) * with(1) / (2 * std::max(with(2), 1.0)) * (1 - 1 / part);
    return std::min(1 + unseen / static_cast<double>(boxes.size()), part);
}

struct NearWork {
    double boxes = 0, pairs = 0, series = 0;
};

class NearBoxes {
public:
    NearBoxes(const HermiteCosts& costs, double error)
        : costs_(costs), most_(hermite_boxes_within(error)),
          reach_squared_(std::pow(gauss_reach(error) / std::numbers::sqrt2, 2)) {}

    NearWork work_of(const SampledBox& target, double target_part,
                     const std::vector<SampledBox>& sources, double source_part,
                     bool same_points) const {
        const double targets = target.points * target_part;
        NearWork work;
        std::array<std::int64_t, 2> row{-1, -1}; // of the last translation
        bool has_taylor = false;
        for (const SampledBox& source : sources) {
            if (!is_near(source, target)) {
                continue;
            }
            const double bodies = source.points * source_part;
            const auto whole = static_cast<std::size_t>(bodies);
            const HermiteWay way = costs_.cheapest(whole, static_cast<std::size_t>(targets),
                                                   whole > costs_.most_unexpanded());
            // A sampled point need not share its box with those that it stands for.
            const double pairs = same_points && source.at == target.at
                                     ? targets * (bodies - source_part + 1)
                                     : targets * bodies;
            work.boxes += 1;
            (way == HermiteWay::pairs ? work.pairs : work.series) +=
                way == HermiteWay::pairs ? pairs : costs_.of(way, bodies, targets);
            if (way == HermiteWay::hermite_to_taylor) {
                const std::array<std::int64_t, 2> own{source.at[0], source.at[1]};
                work.series += own[0] != row[0]   ? 2 * costs_.translation // a plane, too
                               : own[1] != row[1] ? costs_.translation
                                                  : 0;
                row = own;
            }
            has_taylor = has_taylor || way == HermiteWay::hermite_to_taylor ||
                         way == HermiteWay::sources_to_taylor;
        }
        work.series += has_taylor ? targets * costs_.series : 0;
        return work;
    }

    double most() const { return static_cast<double>(most_); }

private:
    bool is_near(const SampledBox& source, const SampledBox& target) const {
        double apart = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int64_t boxes = std::abs(source.at[axis] - target.at[axis]);
            if (boxes > most_) {
                return false;
            }
            const auto gap = static_cast<double>(std::max<std::int64_t>(boxes - 1, 0));
            apart += gap * gap;
        }
        return apart <= reach_squared_;
    }

    const HermiteCosts& costs_;
    std::int64_t most_;
    double reach_squared_; // in boxes
};

} // namespace

template <class Real>
HermiteLoad hermite_load(const PointBounds& bounds, double sigma, double error,
                         const PointSample<Real>& sources, const PointSample<Real>* targets) {
    const auto lattice = hermite_lattice(bounds, sigma, std::numeric_limits<double>::max());
    if (!lattice) {
        constexpr double never = std::numeric_limits<double>::infinity();
        return {never, never, never, never, never, never};
    }
    HermiteLoad load;
    load.all_boxes = 1;
    for (const std::int64_t count : lattice->count) {
        load.all_boxes *= static_cast<double>(count);
    }
    const HermiteCosts costs(hermite_order(pair_error(error)));
    const NearBoxes near(costs, error);
    const std::vector<SampledBox> of_sources = sampled_boxes(*lattice, sources.points);
    const std::vector<SampledBox> others =
        targets == nullptr ? std::vector<SampledBox>() : sampled_boxes(*lattice, targets->points);
    const std::vector<SampledBox>& of_targets = targets == nullptr ? of_sources : others;
    const double target_part = targets == nullptr ? sources.part : targets->part;
    constexpr std::size_t most_looked_at = 128;
    const std::size_t stride = (of_targets.size() + most_looked_at - 1) / most_looked_at;
    double looked_at = 0;
    for (std::size_t t = 0; t < of_targets.size(); t += stride) {
        const NearWork work =
            near.work_of(of_targets[t], target_part, of_sources, sources.part, targets == nullptr);
        load.near_boxes += work.boxes;
        load.pairs += work.pairs;
        load.series += work.series;
        looked_at += 1;
    }
    const double each = static_cast<double>(of_targets.size()) / looked_at;
    const double target_boxes = boxes_a_sampled_one(of_targets, target_part);
    load.boxes = target_boxes * static_cast<double>(of_targets.size());
    load.near_boxes *= each * target_boxes * boxes_a_sampled_one(of_sources, sources.part);
    load.pairs *= each;
    load.series *= each;
    for (const SampledBox& source : of_sources) {
        const double bodies = source.points * sources.part;
        load.pairs +=
            static_cast<std::size_t>(bodies) > costs.most_unexpanded() ? bodies * costs.series : 0;
    }
    const double across = 2 * near.most() + 1;
    load.looked_at = load.boxes * std::min(across * across * across, load.all_boxes);
    return load;
}

template HermiteLoad hermite_load(const PointBounds&, double, double, const PointSample<float>&,
                                  const PointSample<float>*);
template HermiteLoad hermite_load(const PointBounds&, double, double, const PointSample<double>&,
                                  const PointSample<double>*);

} // namespace orrery
