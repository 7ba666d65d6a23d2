#include "sim/solvers/multi_gpu/rank_threads.hpp"

#include <chrono>

namespace orrery {
namespace {

// Until it is another than `old`: for a moment without going to sleep.
template <class Value>
void wait_while(const std::atomic<Value>& value, Value old) {
    using Clock = std::chrono::steady_clock;
    constexpr auto moment = std::chrono::microseconds(500);
    for (const auto start = Clock::now(); value == old && Clock::now() - start < moment;) {
        std::this_thread::yield();
    }
    value.wait(old);
}

} // namespace

RankThreads::RankThreads(std::size_t count) : ranks_(count), errors_(count) {
    for (std::size_t rank = 0; rank < count; ++rank) {
        threads_.emplace_back([this, rank] { serve(rank); });
    }
}

RankThreads::~RankThreads() {
    work_ = nullptr;
    begin_round();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void RankThreads::begin_round() {
    ++round_;
    round_.notify_all();
}

void RankThreads::run(const std::function<void(std::size_t)>& work) {
    work_ = &work;
    unfinished_ = threads_.size();
    begin_round();
    while (const std::size_t unfinished = unfinished_) {
        wait_while(unfinished_, unfinished);
    }
    std::exception_ptr one;
    for (std::exception_ptr& error : errors_) {
        one = one != nullptr ? one : error;
        error = nullptr;
    }
    if (one != nullptr) {
        std::rethrow_exception(one);
    }
}

void RankThreads::serve(std::size_t rank) {
    for (std::size_t served = 0;; ++served) {
        wait_while(round_, served);
        if (work_ == nullptr) {
            return;
        }
        try {
            (*work_)(rank);
        } catch (...) {
            errors_[rank] = std::current_exception();
        }
        if (--unfinished_ == 0) {
            unfinished_.notify_all();
        }
    }
}

} // namespace orrery
