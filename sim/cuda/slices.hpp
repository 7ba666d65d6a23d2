#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cstdint>
#include <stop_token>

namespace orrery {

// How much of a kernel's work makes a slice of a few milliseconds: long enough that launching costs
// nothing, short enough that a stop, the display's driver and the next frame do not wait. Learns
// the kernel's speed from the slices before; kept between evaluations.
class SliceSize {
public:
    explicit SliceSize(int multiprocessors)
        : interactions_(multiprocessors * safe_first_interactions) {}

    // Units of work, each of `interactions`, that the next slice should have.
    std::uint64_t units(double interactions) const {
        const double units = interactions_ / std::max(interactions, 1.0);
        return static_cast<std::uint64_t>(std::clamp(units, 1.0, 1e15));
    }

    void learn(double interactions, double milliseconds) {
        if (milliseconds <= 0 || interactions <= 0) {
            return;
        }
        const double fitting = interactions * wanted_milliseconds / milliseconds;
        interactions_ = std::min(fitting, interactions_ * fastest_growth);
    }

private:
    static constexpr double wanted_milliseconds = 12;
    // Two milliseconds of the slowest kernel in double precision on a GPU made for games.
    static constexpr double safe_first_interactions = 1e6;
    static constexpr double fastest_growth = 16;

    double interactions_; // of a slice
};

// Calls slice(begin, end) for consecutive ranges that cover [first, last), each a multiple of
// `quantum` units long but for the last, until done or asked to stop.
template <class Slice>
Outcome for_slices(DeviceQueue& queue, const std::stop_token& stop, SliceSize& size,
                   std::uint64_t first, std::uint64_t last, std::uint64_t quantum,
                   double interactions_per_unit, const Slice& slice) {
    queue.begin_slices();
    double interactions_before = 0; // of the slice that end_slice tells the time of
    for (std::uint64_t begin = first; begin < last;) {
        if (stop.stop_requested()) {
            return Outcome::cancelled;
        }
        const std::uint64_t wanted = size.units(interactions_per_unit);
        const std::uint64_t rounded = std::max<std::uint64_t>(wanted / quantum, 1) * quantum;
        // A short rest joins the last slice.
        const std::uint64_t end = last - begin < rounded + rounded / 4 ? last : begin + rounded;
        slice(begin, end);
        size.learn(interactions_before, queue.end_slice());
        interactions_before = static_cast<double>(end - begin) * interactions_per_unit;
        begin = end;
    }
    return Outcome::complete;
}

} // namespace orrery
