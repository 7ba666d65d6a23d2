#include "sim/checkpoint.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

void Checkpoint::keep(Moment moment, Clock::time_point now, Clock::duration copying) {
    constexpr Clock::duration shortest = std::chrono::seconds(1);
    moment_ = std::move(moment);
    next_ = now + std::max(shortest, 50 * copying);
}

} // namespace orrery
