#include "sim/solvers/multi_gpu/rank_threads.hpp"

#include <chrono>
#include <utility>

namespace orrery {
namespace {

// Looks for a moment whether `condition` holds, without going to sleep.
template <class Condition>
void watch(const Condition& condition) {
    using Clock = std::chrono::steady_clock;
    constexpr auto moment = std::chrono::microseconds(500);
    for (const auto start = Clock::now(); !condition() && Clock::now() - start < moment;) {
        std::this_thread::yield();
    }
}

} // namespace

RankThreads::RankThreads(std::size_t count) : ranks_(count) {
    for (std::size_t rank = 0; rank < count; ++rank) {
        threads_.emplace_back([this, rank] { serve(rank); });
    }
}

RankThreads::~RankThreads() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void RankThreads::run(const std::function<void(std::size_t)>& work) {
    std::unique_lock lock(mutex_);
    work_ = &work;
    unfinished_ = threads_.size();
    ++round_;
    changed_.notify_all();
    lock.unlock();
    const auto done = [this] { return unfinished_ == 0; };
    watch(done);
    lock.lock();
    changed_.wait(lock, done);
    work_ = nullptr;
    if (error_ != nullptr) {
        std::rethrow_exception(std::exchange(error_, nullptr));
    }
}

void RankThreads::serve(std::size_t rank) {
    std::size_t served = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        const auto called = [&] { return closing_ || round_ != served; };
        lock.unlock();
        watch(called);
        lock.lock();
        changed_.wait(lock, called);
        if (closing_) {
            return;
        }
        served = round_;
        const auto& work = *work_;
        lock.unlock();
        std::exception_ptr error;
        try {
            work(rank);
        } catch (...) {
            error = std::current_exception();
        }
        lock.lock();
        if (error != nullptr) {
            error_ = error;
        }
        if (--unfinished_ == 0) {
            changed_.notify_all();
        }
    }
}

} // namespace orrery
