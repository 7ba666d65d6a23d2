#pragma once

#include "sim/simulation/checkpoint.hpp"
#include "sim/step_timings.hpp"

#include <future>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {

// A recent moment of bodies that are on a GPU, which may be lost with all it has. A new one is due
// once a second, or more rarely where copying takes so long that it would cost the machine more
// than a fiftieth of its time. Copies are fetched beside the steps, which do not wait for them.
class CheckpointKeeper {
public:
    bool due(Clock::time_point now) const { return !under_way_.valid() && now >= next_; }
    // `copying`: how long it took to get the bodies here.
    void keep(Checkpoint moment, Clock::time_point now, Clock::duration copying = {});
    // Keeps the moment, whose bodies `reading` brings, as soon as they are here and `take` has been
    // called.
    void fetch(std::unique_ptr<StateReading> reading, Checkpoint moment);
    // Takes over what has arrived; a copy that failed is forgotten, as whoever computes with that
    // GPU will tell.
    void take();
    // The same, waiting for what is still under way.
    void take_last();
    // The bodies are where nothing can happen to them. Waits for nothing.
    void drop() noexcept;

    // Null: there is none.
    const std::shared_ptr<const Checkpoint>& newest() const noexcept { return newest_; }

private:
    using Fetched = std::pair<Checkpoint, Clock::duration>;

    std::shared_ptr<const Checkpoint> newest_;
    Clock::time_point next_;
    std::future<Fetched> under_way_;
    std::vector<std::future<Fetched>> dropped_; // that nobody wants any more, but are still running
};

} // namespace orrery
