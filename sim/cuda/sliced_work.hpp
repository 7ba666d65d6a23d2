#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace orrery {

// How much of a kernel's work makes a slice of some milliseconds: long enough that launching costs
// nothing, short enough that a stop, the display's driver and the next frame do not wait. Learns
// the kernel's speed from the slices before; kept between evaluations.
class SliceSize {
public:
    // `milliseconds`: wanted of a slice. Two may have to be waited for. `speed`: how many times as
    // many interactions as the slowest kernel this one does at least.
    explicit SliceSize(int multiprocessors, double milliseconds = 12, double speed = 1);

    // Units of work, each of `interactions`, that the next slice should have.
    std::uint64_t units(double interactions) const;
    // `may_grow`: not where part of them was computed before those milliseconds.
    void learn(double interactions, double milliseconds, bool may_grow = true);

private:
    double wanted_milliseconds_;
    double interactions_; // of a slice
};

// A long computation on one GPU as a list of ranges of units, put into its queue slice by slice:
// one thread can keep several GPUs busy by stepping each in turn.
class SlicedWork {
public:
    struct Range {
        std::uint64_t first = 0, last = 0;
        std::uint64_t quantum = 1; // slices are multiples of it, but for the last
        double interactions_per_unit = 1;
        std::function<void()> before; // once, in front of the first slice; may be empty
        std::function<void(std::uint64_t begin, std::uint64_t end)> slice;
        SliceSize* size = nullptr;  // where units are of another kind than in the other ranges
        bool begins_beside = false; // part of a slice may be computed while what came before is
    };

    SlicedWork(DeviceQueue& queue, SliceSize& size) : queue_(queue), size_(size) {}

    void clear();
    void add(Range range);

    bool finished() const { return range_ == ranges_.size(); }
    // Puts the next slice into the queue; waits while two are unfinished. Tells how much has been
    // computed: this is the work of one of `ranks` that do as much each.
    void step(const Execution& execution, std::size_t ranks = 1);

    // All of it, unless asked to stop.
    [[nodiscard]] Outcome run(const Execution& execution, std::size_t ranks = 1);

private:
    DeviceQueue& queue_;
    SliceSize& size_;
    std::vector<Range> ranges_;
    std::size_t range_ = 0;   // that the next slice is of
    std::uint64_t begin_ = 0; // its first unit
    bool range_begun_ = false;
    bool begun_ = false;
    double interactions_ = 0; // of all ranges
    unsigned slices_ = 0;     // of this range so far
    // The slice that the queue tells the time of next.
    struct Unfinished {
        double interactions = 0;
        SliceSize* size = nullptr;
        bool may_grow = true;
    };
    Unfinished before_;
};

} // namespace orrery
