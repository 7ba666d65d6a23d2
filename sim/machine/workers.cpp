#include "sim/machine/workers.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_scheduler_observer.h>

#include <atomic>
#include <mutex>
#include <optional>

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace orrery {
namespace {

int chosen_threads(int requested) {
    return requested > 0 ? requested : oneapi::tbb::info::default_concurrency();
}

// By default oneTBB starts no more threads than there are cores, and warns. It obeys the least of
// several controls, so there is one for the process, with the most that was asked for.
void allow(int threads) {
    static std::mutex mutex;
    static int most = oneapi::tbb::info::default_concurrency();
    static std::optional<oneapi::tbb::global_control> control;
    const std::lock_guard lock(mutex);
    if (threads > most) {
        most = threads;
        control.reset();
        control.emplace(oneapi::tbb::global_control::max_allowed_parallelism,
                        static_cast<std::size_t>(most));
    }
}

class BackgroundObserver : public oneapi::tbb::task_scheduler_observer {
public:
    explicit BackgroundObserver(oneapi::tbb::task_arena& arena)
        : oneapi::tbb::task_scheduler_observer(arena) {
        observe(true);
    }
    ~BackgroundObserver() override { observe(false); }

    void on_scheduler_entry(bool is_worker) override {
        if (is_worker) {
            lower_thread_priority();
        }
    }
};

} // namespace

void lower_thread_priority([[maybe_unused]] int nice) noexcept {
#if defined(__linux__)
    // Linux gives every thread its own nice value. A refusal costs smoothness, not correctness.
    const auto thread = static_cast<id_t>(syscall(SYS_gettid));
    static_cast<void>(setpriority(PRIO_PROCESS, thread, nice));
#endif
}

struct Workers::Arena {
    explicit Arena(int threads) : tasks(threads) { allow(threads); }

    oneapi::tbb::task_arena tasks;
    std::optional<BackgroundObserver> observer;
};

Workers::Workers(int threads, Priority priority)
    : threads_(chosen_threads(threads)), arena_(std::make_unique<Arena>(threads_)) {
    if (priority == Priority::background) {
        arena_->observer.emplace(arena_->tasks);
    }
}

Workers::~Workers() = default;

void Workers::run_chunks(std::size_t chunks, const std::function<void(std::size_t)>& chunk_work) {
    // Earlier work happens before every chunk, and every chunk before later work. oneTBB sees to
    // that already, but ThreadSanitizer does not see into the packaged library.
    std::atomic<std::size_t> done = 0;
    const auto chunk = [&](std::size_t index) {
        static_cast<void>(done.load(std::memory_order_acquire));
        chunk_work(index);
        done.fetch_add(1, std::memory_order_release);
    };
    done.store(0, std::memory_order_release);
    arena_->tasks.execute([&] { oneapi::tbb::parallel_for(std::size_t{0}, chunks, chunk); });
    static_cast<void>(done.load(std::memory_order_acquire));
}

} // namespace orrery
