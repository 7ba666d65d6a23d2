#include "sim/checkpoint.hpp"

#include "sim/error.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

bool ready(const auto& future) {
    return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

} // namespace

void Checkpoint::keep(Moment moment, Clock::time_point now, Clock::duration copying) {
    constexpr Clock::duration shortest = std::chrono::seconds(1);
    drop();
    moment_ = std::move(moment);
    next_ = now + std::max(shortest, 50 * copying);
}

void Checkpoint::fetch(std::unique_ptr<StateReading> reading, double time, std::uint64_t steps) {
    std::erase_if(dropped_, [](const auto& copy) { return ready(copy); });
    under_way_ = std::async(std::launch::async, [reading = std::move(reading), time, steps] {
        const Clock::time_point start = Clock::now();
        Moment moment{finish_bodies(*reading), time, steps};
        return Fetched{std::move(moment), Clock::now() - start};
    });
}

void Checkpoint::take() {
    if (under_way_.valid() && ready(under_way_)) {
        take_last();
    }
}

void Checkpoint::take_last() {
    if (!under_way_.valid()) {
        return;
    }
    try {
        Fetched fetched = under_way_.get();
        keep(std::move(fetched.moment), Clock::now(), fetched.copying);
    } catch (const Error&) {
        next_ = Clock::now() + std::chrono::seconds(1);
    }
}

void Checkpoint::drop() noexcept {
    if (under_way_.valid()) {
        dropped_.push_back(std::move(under_way_));
    }
    moment_.reset();
}

} // namespace orrery
