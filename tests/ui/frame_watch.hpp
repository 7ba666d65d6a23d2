#pragma once

#include "app/state/app_state.hpp"

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include <pthread.h>

namespace orrery {

// Looks at every frame of a window in this process for what must never be: an error of OpenGL, a
// complaint of ImGui's, a number that is not finite, memory or threads without bound. Made on the
// window's thread.
class FrameWatch {
public:
    FrameWatch();
    FrameWatch(const FrameWatch&) = delete;
    FrameWatch& operator=(const FrameWatch&) = delete;
    // Describes what is wrong; "" if nothing is.
    std::string look(const AppState& app);
    std::size_t frames() const { return frames_; }
    std::size_t most_megabytes() const { return most_megabytes_; }
    std::size_t most_threads() const { return most_threads_; }

private:
    std::string process_fault(const AppState& app);

    std::size_t frames_ = 0;
    int gl_errors_before_;
    std::string complaint_;
    std::size_t most_megabytes_ = 0, most_threads_ = 0;
    std::ofstream memory_log_; // to the file named by ORRERY_RANDOM_MEMORY, if it is set
};

// Ends the program, with a word from `tell`, when the thread that made it does not come back for
// `seconds`. The signal goes to that thread, so that a sanitizer shows where it hangs.
class Watchdog {
public:
    Watchdog(double seconds, std::function<std::string()> tell);
    void come_back() { newest_ = std::chrono::steady_clock::now().time_since_epoch().count(); }
    // From now on so long: whoever quits waits for files that are still being written.
    void allow(double seconds) { seconds_ = seconds; }

private:
    const std::function<std::string()> tell_;
    const pthread_t watched_ = pthread_self();
    std::atomic<std::chrono::steady_clock::rep> newest_;
    std::atomic<double> seconds_;
    std::jthread thread_; // last: it sees all of the above
};

} // namespace orrery
