#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace orrery {

// Turns Ctrl+C (SIGINT; and SIGTERM, and the SIGHUP of a connection that is lost) into a stop token
// while it lives, so that a command can finish what it is at and write what it has. A signal that
// is ignored when it is made stays ignored, as nohup wants it. A second Ctrl+C ends the program at
// once. Make it before any other thread: threads inherit the signal mask.
class StopSignals {
public:
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    ~StopSignals();

    std::stop_token token() const { return source_.get_token(); }
    bool interrupted() const { return source_.stop_requested(); }

private:
    void watch(const std::stop_token& done);

    sigset_t signals_{};
    sigset_t previous_mask_{};
    std::stop_source source_;
    std::jthread watcher_; // last: uses the others
};

} // namespace orrery
