#include "sim/simulation/checkpoint_keeper.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

bool ready(const auto& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

void CheckpointKeeper::keep(HostCopy state, Clock::time_point now, Clock::duration copying) {
    keep_image(KeptState{make_host_image(std::move(state.bodies)), state.time, state.steps}, now,
               copying);
}

void CheckpointKeeper::keep_image(KeptState state, Clock::time_point now, Clock::duration copying) {
    constexpr Clock::duration shortest = std::chrono::seconds(1);
    drop();
    newest_ = std::move(state);
    next_ = now + std::max(shortest, 50 * copying);
}

void CheckpointKeeper::fetch(std::unique_ptr<StateReading> reading, double time,
                             std::uint64_t steps) {
    std::erase_if(dropped_, [](const auto& copy) { return ready(copy); });
    under_way_ = std::async(std::launch::async, [reading = std::move(reading), time, steps] {
        const Clock::time_point start = Clock::now();
        KeptState state{make_host_image(finish_bodies(*reading)), time, steps};
        return Fetched{std::move(state), Clock::now() - start};
    });
}

void CheckpointKeeper::take() {
    if (under_way_.valid() && ready(under_way_)) {
        take_last();
    }
}

void CheckpointKeeper::take_last() {
    if (!under_way_.valid()) {
        return;
    }
    try {
        Fetched fetched = under_way_.get();
        keep_image(std::move(fetched.state), Clock::now(), fetched.copying);
    } catch (const Error&) {
        next_ = Clock::now() + std::chrono::seconds(1);
    }
}

void CheckpointKeeper::drop() noexcept {
    if (under_way_.valid()) {
        dropped_.push_back(std::move(under_way_));
    }
    newest_.reset();
}

} // namespace orrery
