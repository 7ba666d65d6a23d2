// A way through the cosmic web that a camera can fly.
//
// Idea:    from each halo to one of those that are left: near, and ahead. Between two of them three
//          points are drawn to where bodies are, across the straight way only, which is how a
//          filament between haloes bends. A spline goes through all of them; past a halo it goes
//          beside the centre, out of the plane of the turn.
// Source:  mean shift: Fukunaga & Hostetler, IEEE Trans. Inf. Theory 21, 32 (1975); the spline:
//          Catmull & Rom (1974).
// Cost:    three passes over the bodies for each halo on the way.

#include "sim/structure/filament_path.hpp"

#include "sim/structure/images.hpp"
#include "sim/structure/places.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace orrery {
namespace {

Vector3 unit(const Vector3& a) {
    const double size = length(a);
    return size > 0 ? (1 / size) * a : Vector3{1, 0, 0};
}

// Cubic between b and c, with the slopes that their neighbours give.
Vector3 catmull_rom(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d,
                    double t) {
    const double t2 = t * t, t3 = t2 * t;
    return 0.5 * ((2 * t2 - t3 - t) * a + (2 - 5 * t2 + 3 * t3) * b + (t + 4 * t2 - 3 * t3) * c +
                  (t3 - t2) * d);
}

// The haloes in the order in which they are passed, and the way to each from the one before; the
// first one's is that from the last.
struct Round {
    std::vector<std::size_t> order;
    std::vector<Vector3> ways;
};

template <class WayTo>
Round round_of(std::span<const Halo> haloes, const WayTo& way_to) {
    Round round{{0}, {}};
    std::vector<std::size_t> left;
    for (std::size_t h = 1; h < haloes.size(); ++h) {
        left.push_back(h);
    }
    Vector3 ahead;
    while (!left.empty()) {
        const Vector3& here = haloes[round.order.back()].centre;
        // What lies behind counts as if it were five times as far as what lies ahead.
        const auto cost = [&](std::size_t h) {
            const Vector3 way = way_to(here, haloes[h].centre);
            return length(way) * (1.5 - dot(unit(way), ahead));
        };
        const auto next = std::ranges::min_element(left, {}, cost);
        const Vector3 way = way_to(here, haloes[*next].centre);
        ahead = unit(way);
        round.ways.push_back(way);
        round.order.push_back(*next);
        left.erase(next);
    }
    const Vector3 back =
        way_to(haloes[round.order.back()].centre, haloes[round.order.front()].centre);
    round.ways.insert(round.ways.begin(), back);
    return round;
}

// Points between two haloes, drawn to the bodies about them.
class Bridge {
public:
    Bridge(const Vector3& from, const Vector3& way) : from_(from), way_(way) {
        for (std::size_t k = 0; k < std::size(shares); ++k) {
            points_[k] = from + shares[k] * way;
        }
    }

    // By the mean of the bodies within a ball, across the way.
    void draw_in(const Bodies<double>& bodies, const Images& images, Workers& workers) {
        struct Sums {
            Vector3 way[3] = {};
            double mass[3] = {};
        };
        const double reach = reach_of_way * length(way_);
        const Sums sums = workers.sum_of_ranges(
            Sums(), bodies.size(), std::size_t{1} << 16,
            [&](std::size_t begin, std::size_t end) {
                Sums part;
                for (std::size_t i = begin; i < end; ++i) {
                    const Vector3 at = images.inside(vector_of(bodies.position, i));
                    for (std::size_t k = 0; k < std::size(shares); ++k) {
                        const Vector3 way = images.nearest(images.inside(points_[k]), at);
                        if (dot(way, way) < reach * reach) {
                            part.way[k] = part.way[k] + bodies.mass[i] * way;
                            part.mass[k] += bodies.mass[i];
                        }
                    }
                }
                return part;
            },
            [](Sums& total, const Sums& part) {
                for (std::size_t k = 0; k < std::size(shares); ++k) {
                    total.way[k] = total.way[k] + part.way[k];
                    total.mass[k] += part.mass[k];
                }
            });
        const Vector3 along = unit(way_);
        for (std::size_t k = 0; k < std::size(shares); ++k) {
            if (sums.mass[k] > 0) {
                const Vector3 way = (1 / sums.mass[k]) * sums.way[k];
                points_[k] = points_[k] + way - dot(way, along) * along;
            }
        }
    }
    std::span<const Vector3> points() const { return points_; }

private:
    static constexpr double shares[] = {0.25, 0.5, 0.75};
    static constexpr double reach_of_way = 0.12;

    Vector3 from_, way_;
    Vector3 points_[3];
};

} // namespace

FilamentPath::FilamentPath(std::vector<Vector3> points, const Vector3& round)
    : points_(std::move(points)), round_(round), along_{0} {
    for (std::size_t k = 0; k < points_.size(); ++k) {
        const auto place = static_cast<std::ptrdiff_t>(k);
        along_.push_back(along_.back() + orrery::length(point(place + 1) - point(place)));
    }
}

Vector3 FilamentPath::point(std::ptrdiff_t place) const {
    const auto count = static_cast<std::ptrdiff_t>(points_.size());
    const std::ptrdiff_t within = ((place % count) + count) % count;
    return points_[static_cast<std::size_t>(within)] +
           static_cast<double>((place - within) / count) * round_;
}

Vector3 FilamentPath::at(double way) const {
    const double rounds = std::floor(way / along_.back());
    const double within = way - rounds * along_.back();
    const auto after = std::upper_bound(along_.begin() + 1, along_.end() - 1, within);
    const auto place = after - along_.begin() - 1;
    const double t = (within - *(after - 1)) / (*after - *(after - 1));
    return catmull_rom(point(place - 1), point(place), point(place + 1), point(place + 2), t) +
           rounds * round_;
}

std::optional<FilamentPath> filament_path(const Bodies<double>& bodies,
                                          std::span<const Halo> haloes, const PeriodicBox& box,
                                          std::size_t stops, bool through_faces, Workers& workers,
                                          const std::stop_token& stop) {
    constexpr int draws = 3;
    constexpr double aside = 2; // of a halo's radius
    haloes = haloes.first(std::min(haloes.size(), stops));
    if (haloes.size() < 3) {
        return std::nullopt;
    }
    const Images images(box);
    const Round round = round_of(haloes, [&](const Vector3& from, const Vector3& to) {
        return through_faces ? images.nearest(from, to) : to - from;
    });
    std::vector<Vector3> points;
    Vector3 here = haloes.front().centre;
    for (std::size_t k = 0; k < round.order.size(); ++k) {
        const Vector3& way = round.ways[(k + 1) % round.ways.size()];
        const Vector3 out = unit(cross(round.ways[k], way));
        points.push_back(here + aside * haloes[round.order[k]].radius * out);
        Bridge bridge(here, way);
        for (int draw = 0; draw < draws; ++draw) {
            if (stop.stop_requested()) {
                return std::nullopt;
            }
            bridge.draw_in(bodies, images, workers);
        }
        points.insert(points.end(), bridge.points().begin(), bridge.points().end());
        here = here + way;
    }
    return FilamentPath(std::move(points), here - haloes.front().centre);
}

} // namespace orrery
