#include "sim/simulation/gpu_turns.hpp"

#include <algorithm>

namespace orrery {

void GpuTurns::begin_picture() {
    std::unique_lock lock(mutex_);
    if (picture_) {
        return;
    }
    picture_ = true; // from here on no step begins
    picture_overdue_ = false;
    ++counts_.pictures;
    if (step_ends_soon(Clock::now())) {
        changed_.wait_for(lock, patience_.of_pictures, [this] { return !step_; });
    }
    counts_.beside_a_step += step_ ? 1 : 0;
}

void GpuTurns::end_picture() noexcept {
    {
        const std::lock_guard lock(mutex_);
        if (!picture_) {
            return;
        }
        picture_ = false;
        if (step_waits_ && !step_) {
            start_step(); // it has the turn before it knows: the next picture cannot be faster
        }
    }
    changed_.notify_all();
}

bool GpuTurns::begin_step(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const std::uint64_t ticket = asked_++;
    asking_.push_back(ticket);
    bool begun = wait_for_others(lock, ticket, stop);
    if (begun) {
        const Clock::time_point now = Clock::now();
        if (holder_ != std::this_thread::get_id() || now >= share_ends_) {
            holder_ = std::this_thread::get_id();
            share_ends_ = now + patience_.share;
        }
        entering_ = true;
        begun = wait_for_picture(lock, stop);
        entering_ = false;
    }
    std::erase(asking_, ticket);
    if (!begun) {
        lock.unlock();
        changed_.notify_all(); // another one is the first now
    }
    return begun;
}

bool GpuTurns::may_begin(std::uint64_t ticket, Clock::time_point now) const {
    if (step_ || entering_) {
        return false;
    }
    const bool holds = holder_ == std::this_thread::get_id();
    if (holds && now < share_ends_) {
        return true;
    }
    const bool holder_is_gone = now >= share_ends_ || now >= step_ended_ + patience_.of_others;
    return asking_.front() == ticket && (holds || holder_is_gone);
}

bool GpuTurns::wait_for_others(std::unique_lock<std::mutex>& lock, std::uint64_t ticket,
                               const std::stop_token& stop) {
    const auto first = [&] { return !step_ && !entering_ && asking_.front() == ticket; };
    while (!may_begin(ticket, Clock::now())) {
        if (stop.stop_requested()) {
            return false;
        }
        if (first()) { // of those that ask; the holder may ask again
            const Clock::time_point until =
                std::min(share_ends_, step_ended_ + patience_.of_others);
            changed_.wait_until(lock, stop, until, [&] { return !first(); });
        } else {
            changed_.wait(lock, stop, [&] { return first() || may_begin(ticket, Clock::now()); });
        }
    }
    return true;
}

bool GpuTurns::wait_for_picture(std::unique_lock<std::mutex>& lock, const std::stop_token& stop) {
    if (!picture_ || picture_overdue_) {
        start_step();
        return true;
    }
    step_waits_ = true;
    changed_.wait_for(lock, stop, patience_.of_steps, [this] { return step_; });
    step_waits_ = false;
    if (!step_ && stop.stop_requested()) {
        return false;
    }
    if (!step_) {
        picture_overdue_ = true;
        ++counts_.beside_a_picture;
        start_step();
    }
    return true;
}

void GpuTurns::end_step(bool complete) noexcept {
    {
        const std::lock_guard lock(mutex_);
        step_ = false;
        step_ended_ = Clock::now();
        if (complete) {
            lengths_[known_lengths_ % lengths_.size()] = step_ended_ - step_began_;
            ++known_lengths_;
        }
    }
    changed_.notify_all();
}

void GpuTurns::forget_lengths() {
    const std::lock_guard lock(mutex_);
    known_lengths_ = 0;
}

GpuTurns::Counts GpuTurns::counts() const {
    const std::lock_guard lock(mutex_);
    Counts counts = counts_;
    counts.asking = asking_.size();
    return counts;
}

void GpuTurns::start_step() {
    step_ = true;
    step_began_ = Clock::now();
    ++counts_.steps;
}

// The shortest of the last few: one that met a picture says nothing of those that do not.
std::optional<Clock::duration> GpuTurns::expected_length() const {
    const auto known = static_cast<std::ptrdiff_t>(std::min(known_lengths_, lengths_.size()));
    if (known == 0) {
        return std::nullopt;
    }
    return *std::min_element(lengths_.begin(), lengths_.begin() + known);
}

bool GpuTurns::step_ends_soon(Clock::time_point now) const {
    const std::optional<Clock::duration> length = expected_length();
    if (!step_ || !length) {
        return false;
    }
    const Clock::duration left = step_began_ + *length - now;
    return left <= patience_.of_pictures && left >= -patience_.of_pictures;
}

} // namespace orrery
