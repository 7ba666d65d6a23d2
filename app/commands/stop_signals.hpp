#pragma once

#include <chrono>
#include <csignal>
#include <optional>
#include <stop_token>
#include <thread>

namespace orrery {

// Turns Ctrl+C (SIGINT; and SIGTERM, and the SIGHUP of a connection that is lost) into a stop token
// while it lives, so that a command can finish what it is at and write what it has. A signal that
// is ignored when it is made stays ignored, as nohup wants it. A second Ctrl+C ends the program at
// once. Make it before any other thread: threads inherit the signal mask.
class StopSignals {
public:
    // With a `deadline`, stops then too.
    explicit StopSignals(std::optional<std::chrono::steady_clock::time_point> deadline = {});
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    std::stop_token token() const { return source_.get_token(); }
    bool interrupted() const { return interrupted_.stop_requested(); } // by a signal

private:
    void watch(const std::stop_token& done,
               std::optional<std::chrono::steady_clock::time_point> deadline);

    sigset_t signals_{};
    sigset_t previous_mask_{};
    std::stop_source source_;
    std::stop_source interrupted_;
    std::jthread watcher_; // last: uses the others
};

} // namespace orrery
