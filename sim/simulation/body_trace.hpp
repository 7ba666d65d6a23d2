#pragma once

#include "sim/state/state_reading.hpp"
#include "sim/step_timings.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// The places of some bodies at a moment, in the order in which they were asked for.
struct TracePoint {
    double time = 0; // simulated
    std::vector<std::array<float, 3>> places;
};
TracePoint trace_point(const BodyValues& values);

// The path of a few bodies step by step, for trails that are as fine as the steps however seldom a
// picture is drawn. A plain value; whoever shares it guards it.
class BodyTrace {
public:
    // The points recorded of these bodies since the last call, the oldest first; from now on they
    // are recorded, and no others. `bodies_serial`: of the status that their numbers are from.
    std::vector<TracePoint> take(const std::vector<std::size_t>& bodies,
                                 std::uint64_t bodies_serial);

    // The request to read after a step; empty if no bodies are traced. A GPU, whose work waits for
    // a reading, is asked a few hundred times a second at most.
    ReadRequest wanted(std::uint64_t bodies_serial, std::optional<int> state_device,
                       Clock::time_point now);
    // Adds the answer. If very many moments wait to be taken, every second one is dropped.
    void add(const ReadRequest& request, const BodyValues& values);

private:
    std::vector<std::size_t> bodies_;
    std::uint64_t bodies_serial_ = 0;
    Clock::time_point asked_;
    std::vector<TracePoint> points_;
};

} // namespace orrery
