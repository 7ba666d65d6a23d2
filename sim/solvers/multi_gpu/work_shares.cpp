#include "sim/solvers/multi_gpu/work_shares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace orrery {
namespace {

// Work is not spread evenly within a part, and where a bound is in the thick of it the times ask
// for too long a move; no two evaluations take equally long, either. So a bound goes a part of the
// way: less when it has to turn round, more while it goes on, and never beyond the middle of a
// part.
constexpr double largest_part = 0.5, smallest_part = 1.0 / 32;
constexpr double after_a_turn = 0.5, going_on = 1.25;
constexpr double shortest_milliseconds = 1e-3; // shorter times tell nothing

} // namespace

WorkShares::WorkShares(std::size_t ranks) {
    for (std::size_t k = 1; k < ranks; ++k) {
        bounds_.push_back({static_cast<double>(k) / static_cast<double>(ranks), 0, largest_part});
    }
}

double WorkShares::start_of(std::size_t rank) const {
    if (rank == 0) {
        return 0;
    }
    return rank <= bounds_.size() ? bounds_[rank - 1].start : 1;
}

std::vector<double> WorkShares::starts() const {
    std::vector<double> starts{0};
    for (const Bound& bound : bounds_) {
        starts.push_back(bound.start);
    }
    return starts;
}

BodyPart WorkShares::part(std::size_t bodies, std::size_t rank) const {
    const auto at = [&](std::size_t bound) {
        return static_cast<std::size_t>(
            std::llround(start_of(bound) * static_cast<double>(bodies)));
    };
    return {at(rank), at(rank + 1)};
}

std::size_t WorkShares::longest(std::size_t bodies) const {
    std::size_t longest = 0;
    for (std::size_t k = 0; k <= bounds_.size(); ++k) {
        const BodyPart own = part(bodies, k);
        longest = std::max(longest, own.end - own.first);
    }
    return longest;
}

void WorkShares::learn(std::span<const double> milliseconds) {
    std::vector<double> work, starts;
    for (std::size_t k = 0; k < milliseconds.size(); ++k) {
        work.push_back(std::max(milliseconds[k], shortest_milliseconds));
        starts.push_back(start_of(k));
    }
    starts.push_back(1);
    const double equal =
        std::accumulate(work.begin(), work.end(), 0.0) / static_cast<double>(work.size());
    double wanted = 0; // work before a bound
    double before = 0; // work of the parts before this one
    std::size_t part = 0;
    for (std::size_t k = 0; k < bounds_.size(); ++k) {
        Bound& bound = bounds_[k];
        wanted += equal;
        while (part + 1 < work.size() && before + work[part] < wanted) {
            before += work[part++];
        }
        const double within = std::min((wanted - before) / work[part], 1.0);
        const double move = starts[part] + within * (starts[part + 1] - starts[part]) - bound.start;
        const double change = move * bound.last_move < 0 ? after_a_turn : going_on;
        bound.part_of_move = std::clamp(bound.part_of_move * change, smallest_part, largest_part);
        bound.start =
            std::clamp(bound.start + bound.part_of_move * move, (starts[k] + starts[k + 1]) / 2,
                       (starts[k + 1] + starts[k + 2]) / 2);
        bound.last_move = move;
    }
}

} // namespace orrery
