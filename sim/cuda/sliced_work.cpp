#include "sim/cuda/sliced_work.hpp"

#include <algorithm>

namespace orrery {

namespace {

// Two milliseconds of the slowest kernel in double precision on a GPU made for games.
constexpr double safe_first_interactions = 1e6; // a multiprocessor
constexpr double fastest_growth = 16;
// Two slices are in the queue at once.
constexpr unsigned slices_beside = 2;

} // namespace

SliceSize::SliceSize(int multiprocessors, double milliseconds, double speed)
    : wanted_milliseconds_(milliseconds),
      interactions_(multiprocessors * safe_first_interactions * speed) {}

std::uint64_t SliceSize::units(double interactions) const {
    const double units = interactions_ / std::max(interactions, 1.0);
    return static_cast<std::uint64_t>(std::clamp(units, 1.0, 1e15));
}

void SliceSize::learn(double interactions, double milliseconds, bool may_grow) {
    if (milliseconds <= 0 || interactions <= 0) {
        return;
    }
    const double fitting = interactions * wanted_milliseconds_ / milliseconds;
    const double longest = may_grow ? interactions * fastest_growth : 0;
    interactions_ = std::min(fitting, std::max(longest, interactions_));
}

void SlicedWork::clear() {
    ranges_.clear();
    range_ = 0;
    range_begun_ = false;
    begun_ = false;
    interactions_ = 0;
    slices_ = 0;
    before_ = {};
}

void SlicedWork::add(Range range) {
    if (range.first < range.last) {
        interactions_ +=
            static_cast<double>(range.last - range.first) * range.interactions_per_unit;
        ranges_.push_back(std::move(range));
    }
}

void SlicedWork::step(const Execution& execution, std::size_t ranks) {
    const Range& range = ranges_[range_];
    queue_.activate();
    if (!range_begun_) {
        range_begun_ = true;
        begin_ = range.first;
        slices_ = 0;
        if (range.before) {
            range.before();
        }
    }
    if (!begun_) {
        begun_ = true;
        queue_.begin_slices();
    }
    SliceSize& size = range.size == nullptr ? size_ : *range.size;
    const std::uint64_t wanted = size.units(range.interactions_per_unit);
    const std::uint64_t rounded =
        std::max<std::uint64_t>(wanted / range.quantum, 1) * range.quantum;
    // A short rest joins the last slice.
    const std::uint64_t left = range.last - begin_;
    const std::uint64_t end = left < rounded + rounded / 4 ? range.last : begin_ + rounded;
    range.slice(begin_, end);
    const double milliseconds = queue_.end_slice(); // of the slice before, which has ended
    if (before_.interactions > 0) {
        before_.size->learn(before_.interactions, milliseconds, before_.may_grow);
        execution.computed(before_.interactions, interactions_ * static_cast<double>(ranks));
    }
    ++slices_;
    before_ = {static_cast<double>(end - begin_) * range.interactions_per_unit, &size,
               !range.begins_beside || slices_ > slices_beside};
    begin_ = end;
    if (begin_ == range.last) {
        ++range_;
        range_begun_ = false;
    }
}

Outcome SlicedWork::run(const Execution& execution, std::size_t ranks) {
    while (!finished()) {
        if (execution.stop.stop_requested()) {
            return Outcome::cancelled;
        }
        step(execution, ranks);
    }
    return Outcome::complete;
}

} // namespace orrery
