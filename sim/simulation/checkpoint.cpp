#include "sim/simulation/checkpoint.hpp"

#include "sim/base/error.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

bool ready(const auto& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

void CheckpointKeeper::keep(Checkpoint moment, Clock::time_point now, Clock::duration copying) {
    constexpr Clock::duration shortest = std::chrono::seconds(1);
    drop();
    newest_ = std::make_shared<const Checkpoint>(std::move(moment));
    next_ = now + std::max(shortest, 50 * copying);
}

void CheckpointKeeper::fetch(std::unique_ptr<StateReading> reading, Checkpoint moment) {
    std::erase_if(dropped_, [](const auto& copy) { return ready(copy); });
    under_way_ = std::async(std::launch::async,
                            [reading = std::move(reading), moment = std::move(moment)]() mutable {
                                const Clock::time_point start = Clock::now();
                                moment.image = make_host_image(finish_bodies(*reading));
                                return Fetched{std::move(moment), Clock::now() - start};
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
        keep(std::move(fetched.first), Clock::now(), fetched.second);
    } catch (const Error&) {
        put_off();
    }
}

void CheckpointKeeper::drop() noexcept {
    if (under_way_.valid()) {
        dropped_.push_back(std::move(under_way_));
    }
    newest_.reset();
}

} // namespace orrery
