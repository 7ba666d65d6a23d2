#include "sim/workers.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_scheduler_observer.h>

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

} // namespace

void lower_thread_priority() noexcept {
#if defined(__linux__)
    // Linux gives every thread its own nice value. A refusal costs smoothness, not correctness.
    constexpr int background_nice = 15;
    const auto thread = static_cast<id_t>(syscall(SYS_gettid));
    static_cast<void>(setpriority(PRIO_PROCESS, thread, background_nice));
#endif
}

class Workers::BackgroundObserver : public oneapi::tbb::task_scheduler_observer {
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

Workers::Workers(int threads, Priority priority)
    : threads_(chosen_threads(threads)), arena_(threads_) {
    if (priority == Priority::background) {
        observer_ = std::make_unique<BackgroundObserver>(arena_);
    }
}

Workers::~Workers() = default;

} // namespace orrery
