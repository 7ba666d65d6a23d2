#include "sim/solvers/multi_gpu/member_threads.hpp"

#include <utility>

namespace orrery {

MemberThreads::MemberThreads(std::size_t count) {
    for (std::size_t member = 0; member < count; ++member) {
        threads_.emplace_back([this, member] { serve(member); });
    }
}

MemberThreads::~MemberThreads() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        thread.join();
    }
}

void MemberThreads::run(const std::function<void(std::size_t)>& work) {
    std::unique_lock lock(mutex_);
    work_ = &work;
    unfinished_ = threads_.size();
    ++round_;
    changed_.notify_all();
    changed_.wait(lock, [this] { return unfinished_ == 0; });
    work_ = nullptr;
    if (error_ != nullptr) {
        std::rethrow_exception(std::exchange(error_, nullptr));
    }
}

void MemberThreads::serve(std::size_t member) {
    std::size_t served = 0;
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return closing_ || round_ != served; });
        if (closing_) {
            return;
        }
        served = round_;
        const auto& work = *work_;
        lock.unlock();
        std::exception_ptr error;
        try {
            work(member);
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
