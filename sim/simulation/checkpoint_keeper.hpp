#pragma once

#include "sim/bodies.hpp"
#include "sim/state/state_image.hpp"
#include "sim/step_timings.hpp"

#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <vector>

namespace orrery {

// A complete state, copied to host memory with its place in time.
struct HostCopy {
    Bodies<double> bodies;
    double time = 0;
    std::uint64_t steps = 0;
};

// The same, as it is kept.
struct KeptState {
    std::shared_ptr<const StateImage> image;
    double time = 0;
    std::uint64_t steps = 0;
};

// A recent state of bodies that are on a GPU, which may be lost with all it has. A new one is due
// once a second, or more rarely where copying takes so long that it would cost the machine more
// than a fiftieth of its time. Copies are fetched beside the steps, which do not wait for them.
class CheckpointKeeper {
public:
    bool due(Clock::time_point now) const { return !under_way_.valid() && now >= next_; }
    // `copying`: how long it took to get the state here.
    void keep(HostCopy state, Clock::time_point now, Clock::duration copying = {});
    // Keeps what `reading` brings as soon as it is here and `take` has been called.
    void fetch(std::unique_ptr<StateReading> reading, double time, std::uint64_t steps);
    // Takes over what has arrived; a copy that failed is forgotten, as whoever computes with that
    // GPU will tell.
    void take();
    // The same, waiting for what is still under way.
    void take_last();
    // The bodies are where nothing can happen to them. Waits for nothing.
    void drop() noexcept;

    const std::optional<KeptState>& newest() const noexcept { return newest_; }

private:
    struct Fetched {
        KeptState state;
        Clock::duration copying;
    };

    void keep_image(KeptState state, Clock::time_point now, Clock::duration copying);

    std::optional<KeptState> newest_;
    Clock::time_point next_;
    std::future<Fetched> under_way_;
    std::vector<std::future<Fetched>> dropped_; // that nobody wants any more, but are still running
};

} // namespace orrery
