#pragma once

#include "app/language/spoken_language.hpp"
#include "sim/machine/workers.hpp"

#include <chrono>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>

namespace orrery {

// A computation beside the frames: on a thread of its own, which speaks the language of the thread
// that starts it. Destruction cancels it and waits for its end; so does the start of another one.
// Whoever cancels still gets a result, which may be that of half the work.
template <class T>
class Job {
public:
    using Result = std::conditional_t<std::is_void_v<T>, std::monostate, T>;

    // `work` is called with a stop token, or with nothing where it is not to be cancelled.
    // Background: frames and steps come first.
    template <class Work>
    void start(Work work, Workers::Priority priority = Workers::Priority::normal) {
        thread_ = {}; // before what it used is replaced
        std::packaged_task<T(std::stop_token)> task(
            [work = std::move(work)]([[maybe_unused]] const std::stop_token& stop) mutable {
                if constexpr (std::is_invocable_v<Work&, const std::stop_token&>) {
                    return work(stop);
                } else {
                    return work();
                }
            });
        result_ = task.get_future();
        thread_ = std::jthread([task = std::move(task), language = spoken(),
                                priority](const std::stop_token& stop) mutable {
            const SpokenAsWell same_language(language);
            if (priority == Workers::Priority::background) {
                lower_thread_priority();
            }
            task(stop);
        });
    }

    // From the start until its result is taken.
    bool under_way() const { return result_.valid(); }
    bool finished() const {
        return under_way() &&
               result_.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }
    // Waits for what is under way; its result can be taken then.
    void finish() const {
        if (under_way()) {
            result_.wait();
        }
    }
    // The result, once, when there is one. Throws what `work` threw.
    std::optional<Result> poll() {
        return finished() ? std::optional<Result>(take()) : std::nullopt;
    }
    // The same, of what is under way; waits for it.
    Result take() {
        thread_.join(); // and has let go of all that it held
        if constexpr (std::is_void_v<T>) {
            result_.get();
            return {};
        } else {
            return result_.get();
        }
    }
    // Asks it to end soon.
    void cancel() { thread_.request_stop(); }

private:
    std::future<T> result_;
    std::jthread thread_;
};

// What a job tells of itself while it runs.
template <class T>
class Progress {
public:
    template <class Change>
    void change(const Change& change) {
        const std::lock_guard lock(mutex_);
        change(told_);
    }
    T told() const {
        const std::lock_guard lock(mutex_);
        return told_;
    }

private:
    mutable std::mutex mutex_;
    T told_ = {};
};

} // namespace orrery
