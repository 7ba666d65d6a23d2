#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <atomic>
#include <cstddef>
#include <memory>

namespace orrery {

// The CPU threads that a simulation computes on: a oneTBB arena of a chosen width. With
// Priority::background they yield to the window's thread, so that the picture stays fluid while
// every core computes.
class Workers {
public:
    enum class Priority { normal, background };

    // `threads` 0: one per core.
    explicit Workers(int threads = 0, Priority priority = Priority::normal);
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;
    ~Workers();

    int count() const noexcept { return threads_; }

    // Calls range_work(begin, end) for disjoint ranges that cover [0, count), at most `grain` long,
    // on all workers, and waits. One worker: ranges run in order.
    template <class RangeWork>
    void for_ranges(std::size_t count, std::size_t grain, const RangeWork& range_work) {
        if (count == 0) {
            return;
        }
        if (count <= grain) {
            range_work(std::size_t{0}, count);
            return;
        }
        const std::size_t chunks = (count + grain - 1) / grain;
        // What came before happens before every chunk, and every chunk before what follows. oneTBB
        // sees to that already, but ThreadSanitizer does not see into the packaged library.
        std::atomic<std::size_t> done = 0;
        const auto chunk_work = [&](std::size_t chunk) {
            static_cast<void>(done.load(std::memory_order_acquire));
            const std::size_t begin = chunk * grain;
            range_work(begin, begin + grain < count ? begin + grain : count);
            done.fetch_add(1, std::memory_order_release);
        };
        done.store(0, std::memory_order_release);
        arena_.execute([&] { oneapi::tbb::parallel_for(std::size_t{0}, chunks, chunk_work); });
        static_cast<void>(done.load(std::memory_order_acquire));
    }

private:
    class BackgroundObserver;

    int threads_;
    oneapi::tbb::task_arena arena_;
    std::unique_ptr<BackgroundObserver> observer_;
};

// Lowers the calling thread's scheduling priority, for threads that compute beside a window.
void lower_thread_priority() noexcept;

} // namespace orrery
