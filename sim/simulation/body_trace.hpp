#pragma once

#include "sim/state/state_reading.hpp"
#include "sim/step_timings.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// Where some bodies were at a moment, in the order in which they were asked for.
struct TracePoint {
    double time = 0; // simulated
    std::vector<std::array<float, 3>> places;
};
TracePoint trace_point(const BodyValues& values);

// Where a few bodies were after each step, for trails that are as fine as the steps however seldom
// a picture is drawn. A plain value; whoever shares it guards it.
class BodyTrace {
public:
    // What was recorded of these bodies since the last call, the oldest first; from now on they are
    // recorded, and no others. `bodies_serial`: of the status that their numbers are from.
    std::vector<TracePoint> take(const std::vector<std::size_t>& bodies,
                                 std::uint64_t bodies_serial);

    // What to read after a step; of no bodies: nothing. A GPU, whose work waits for a reading, is
    // asked a few hundred times a second at most.
    ReadRequest wanted(std::uint64_t bodies_serial, std::optional<int> state_device,
                       Clock::time_point now);
    // The answer. Of very many moments that were not taken yet every second one goes.
    void add(const ReadRequest& request, const BodyValues& values);

private:
    std::vector<std::size_t> bodies_;
    std::uint64_t bodies_serial_ = 0;
    Clock::time_point asked_;
    std::vector<TracePoint> points_;
};

} // namespace orrery
