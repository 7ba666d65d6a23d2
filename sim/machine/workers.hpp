#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

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
        const auto chunk_work = [&](std::size_t chunk) {
            const std::size_t begin = chunk * grain;
            range_work(begin, begin + grain < count ? begin + grain : count);
        };
        run_chunks((count + grain - 1) / grain, std::cref(chunk_work));
    }

    // `total`, to which add(total, part) has added what range_part(begin, end) makes of each range,
    // in their order: the same bit for bit whatever the number of workers.
    template <class Part, class RangePart, class Add>
    Part sum_of_ranges(Part total, std::size_t count, std::size_t grain,
                       const RangePart& range_part, const Add& add) {
        std::vector<Part> parts((count + grain - 1) / grain);
        for_ranges(count, grain, [&](std::size_t begin, std::size_t end) {
            parts[begin / grain] = range_part(begin, end);
        });
        for (const Part& part : parts) {
            add(total, part);
        }
        return total;
    }

private:
    struct Arena; // oneTBB's headers stay out of this one, which nearly everything reads

    // Calls chunk_work(0) … chunk_work(chunks - 1) on all workers, and waits.
    void run_chunks(std::size_t chunks, const std::function<void(std::size_t)>& chunk_work);

    int threads_;
    std::unique_ptr<Arena> arena_;
};

// Lowers the calling thread's scheduling priority, for threads that compute beside a window: to a
// nice value of 1 to 19.
void lower_thread_priority(int nice = 15) noexcept;

} // namespace orrery
