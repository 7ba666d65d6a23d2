#include "sim/python/interruptible.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace orrery::python {
namespace {

constexpr auto between_signals = std::chrono::milliseconds(50);

// The work, and a place to wait for its end.
class Worker {
public:
    explicit Worker(const std::function<void(std::stop_token)>& work)
        : thread_([this, &work](std::stop_token stop) {
              try {
                  work(std::move(stop));
              } catch (...) {
                  error_ = std::current_exception();
              }
              const std::lock_guard lock(mutex_);
              ended_ = true;
              changed_.notify_one();
          }) {}

    bool ends_soon() {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, between_signals, [this] { return ended_; });
    }
    void stop() { thread_.request_stop(); }
    // When it has ended.
    void rethrow() const {
        if (error_ != nullptr) {
            std::rethrow_exception(error_);
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool ended_ = false;
    std::exception_ptr error_;
    std::jthread thread_; // last: it uses the others
};

// Whether the user pressed Ctrl-C, or another signal's handler raised.
bool interrupted() {
    const nanobind::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
}

} // namespace

void interruptible(const std::function<void(std::stop_token)>& work) {
    bool stopped = false;
    Worker worker(work);
    {
        const nanobind::gil_scoped_release unlocked;
        while (!worker.ends_soon()) {
            if (!stopped && interrupted()) {
                stopped = true;
                worker.stop();
            }
        }
    }
    if (stopped) {
        throw nanobind::python_error(); // what the signal's handler raised
    }
    worker.rethrow();
}

} // namespace orrery::python
