#include "app/commands/stop_signals.hpp"

#include <ctime>

namespace orrery {
StopSignals::StopSignals() {
    sigemptyset(&signals_);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) {
            sigaddset(&signals_, signal); // one that is ignored (nohup) stays so
        }
    }
    pthread_sigmask(SIG_BLOCK, &signals_, &previous_mask_);
    watcher_ = std::jthread([this](const std::stop_token& done) { watch(done); });
}

StopSignals::~StopSignals() {
    watcher_.request_stop();
    watcher_.join();
    pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
}

void StopSignals::watch(const std::stop_token& done) {
    const timespec pause{0, 20'000'000}; // 20 ms: soon enough for a finger, free for a CPU
    while (!done.stop_requested() && !source_.stop_requested()) {
        if (sigtimedwait(&signals_, nullptr, &pause) > 0) {
            source_.request_stop();
            // The next one finds the system's own handling in this thread.
            pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
        }
    }
    while (!done.stop_requested()) { // the thread must live for its mask to count
        nanosleep(&pause, nullptr);
    }
}

} // namespace orrery
