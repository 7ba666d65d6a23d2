#pragma once

// Tests wait for events, not for times: a machine may be busy with other things. How long they
// would wait matters only where the event does not come.

#include <chrono>
#include <thread>

namespace orrery {

inline constexpr double patience = 120; // seconds

// Asks until `attempt` gives something that is true, or the patience is at its end.
template <class Attempt>
auto wait_for(const Attempt& attempt, double seconds = patience) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    auto result = attempt();
    while (!result && std::chrono::steady_clock::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        result = attempt();
    }
    return result;
}

} // namespace orrery
