#pragma once

#include "sim/communicator.hpp"

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace orrery {

// A thread for each rank of a group of GPUs, waiting for work; that of the first one is the thread
// that gives it. Starting threads for every evaluation would cost more than a small one lasts, and
// so would waking them from sleep: they stay awake for a moment after their work.
class RankThreads {
public:
    explicit RankThreads(std::size_t count);
    RankThreads(const RankThreads&) = delete;
    RankThreads& operator=(const RankThreads&) = delete;
    ~RankThreads();

    // Calls work(k) on the k-th thread for all of them and waits; throws what one of them threw,
    // rather than what the others threw because of it.
    void run(const std::function<void(std::size_t)>& work);
    // By which the k-th thread speaks to the others, in work that all of them do.
    Communicator& communicator(std::size_t k) { return ranks_.of(k); }

private:
    void begin_round();
    void serve(std::size_t rank);
    void do_work(std::size_t rank);

    ThreadRanks ranks_;
    const std::function<void(std::size_t)>* work_ = nullptr; // none: the threads end
    std::atomic<std::size_t> round_ = 0;                     // of work
    std::atomic<std::size_t> unfinished_ = 0;                // threads of this round
    std::vector<std::exception_ptr> errors_;                 // of each thread
    std::vector<std::thread> threads_;
};

} // namespace orrery
