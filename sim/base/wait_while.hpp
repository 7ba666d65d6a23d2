#pragma once

#include <atomic>
#include <chrono>
#include <thread>

namespace orrery {

// Until it is another than `old`: for a moment without going to sleep, from which waking takes
// longer than what threads of a group have to do between two meetings.
template <class Value>
void wait_while(const std::atomic<Value>& value, Value old) {
    using Clock = std::chrono::steady_clock;
    constexpr auto moment = std::chrono::microseconds(500);
    for (const auto start = Clock::now(); value == old && Clock::now() - start < moment;) {
        std::this_thread::yield();
    }
    value.wait(old);
}

} // namespace orrery
