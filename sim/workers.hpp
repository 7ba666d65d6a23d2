#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

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
        const auto chunk_work = [&](std::size_t chunk) {
            const std::size_t begin = chunk * grain;
            range_work(begin, begin + grain < count ? begin + grain : count);
        };
        arena_.execute([&] { oneapi::tbb::parallel_for(std::size_t{0}, chunks, chunk_work); });
    }

    // Runs `work` inside the arena, for code that uses oneTBB's algorithms itself.
    template <class Work>
    auto execute(const Work& work) {
        return arena_.execute(work);
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
