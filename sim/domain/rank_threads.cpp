#include "sim/domain/rank_threads.hpp"

#include "sim/base/wait_while.hpp"

namespace orrery {
namespace {

bool is_of_another(const std::exception_ptr& error) {
    if (error == nullptr) {
        return false;
    }
    try {
        std::rethrow_exception(error);
    } catch (const OtherRankFailed&) {
        return true;
    } catch (...) {
        return false;
    }
}

} // namespace

RankThreads::RankThreads(std::size_t count) : ranks_(count), errors_(count) {
    for (std::size_t rank = 1; rank < count; ++rank) {
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
    do_work(0);
    while (const std::size_t unfinished = unfinished_) {
        wait_while(unfinished_, unfinished);
    }
    std::exception_ptr one, told; // by a thread that failed, and by those that know of it
    for (std::exception_ptr& error : errors_) {
        std::exception_ptr& kind = is_of_another(error) ? told : one;
        kind = kind != nullptr ? kind : error;
        error = nullptr;
    }
    if (one != nullptr || told != nullptr) {
        std::rethrow_exception(one != nullptr ? one : told);
    }
}

void RankThreads::do_work(std::size_t rank) {
    try {
        (*work_)(rank);
    } catch (...) {
        errors_[rank] = std::current_exception();
    }
}

void RankThreads::serve(std::size_t rank) {
    for (std::size_t served = 0;; ++served) {
        wait_while(round_, served);
        if (work_ == nullptr) {
            return;
        }
        do_work(rank);
        if (--unfinished_ == 0) {
            unfinished_.notify_all();
        }
    }
}

} // namespace orrery
