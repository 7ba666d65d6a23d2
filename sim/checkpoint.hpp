#pragma once

#include "sim/bodies.hpp"
#include "sim/step_timings.hpp"

#include <cstdint>
#include <optional>

namespace orrery {

// A complete state, copied to host memory with its place in time.
struct Moment {
    Bodies<double> bodies;
    double time = 0;
    std::uint64_t steps = 0;
};

// A recent moment of bodies that are on a GPU, which may be lost with all it has. A new one is due
// once a second, or more rarely where copying takes so long that it would cost the simulation more
// than a fiftieth of its time.
class Checkpoint {
public:
    bool due(Clock::time_point now) const { return now >= next_; }
    // `copying`: how long it took to get the moment here.
    void keep(Moment moment, Clock::time_point now, Clock::duration copying = {});
    // The bodies are where nothing can happen to them.
    void drop() noexcept { moment_.reset(); }

    const std::optional<Moment>& newest() const noexcept { return moment_; }

private:
    std::optional<Moment> moment_;
    Clock::time_point next_;
};

} // namespace orrery
