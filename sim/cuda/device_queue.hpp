#pragma once

#include "sim/cuda/cuda_check.hpp"
#include "sim/step_timings.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// A CUDA event, of the GPU that was current when it was made.
class DeviceEvent {
public:
    enum class Kind { order, time }; // time: may also be asked how long ago
    explicit DeviceEvent(Kind kind = Kind::order) {
        const unsigned flags = kind == Kind::time ? cudaEventDefault : cudaEventDisableTiming;
        cuda_check(cudaEventCreateWithFlags(&event_, flags), "making a CUDA event");
    }
    DeviceEvent(const DeviceEvent&) = delete;
    DeviceEvent(DeviceEvent&& other) noexcept : event_(other.event_) { other.event_ = nullptr; }
    DeviceEvent& operator=(DeviceEvent other) noexcept {
        std::swap(event_, other.event_);
        return *this;
    }
    ~DeviceEvent() {
        if (event_ != nullptr) {
            cudaEventDestroy(event_);
        }
    }

    cudaEvent_t get() const noexcept { return event_; }
    void record(cudaStream_t stream) {
        cuda_check(cudaEventRecord(event_, stream), "recording a CUDA event");
    }
    void wait() const { cuda_check(cudaEventSynchronize(event_), "waiting for the GPU"); }

private:
    cudaEvent_t event_ = nullptr;
};

double milliseconds_between(const DeviceEvent& start, const DeviceEvent& end);

// Lets one GPU reach another's memory as long as the process lives; false where it cannot, and
// copies go through the host by themselves.
bool let_reach(int from, int to);

// How many blocks of how many threads, and the dynamic shared memory of each.
struct LaunchShape {
    dim3 blocks;
    dim3 threads;
    std::size_t shared_bytes = 0;
};

// One GPU's stream of work. Launches are named; the time between the first launch of a name and the
// first of another is that phase's, measured by events on the GPU and read when `finish` has waited
// for all of it anyway. Used by one thread at a time.
class DeviceQueue {
public:
    // Throws failure when the GPU cannot be used.
    explicit DeviceQueue(int device);
    DeviceQueue(const DeviceQueue&) = delete;
    DeviceQueue& operator=(const DeviceQueue&) = delete;
    ~DeviceQueue();

    int device() const noexcept { return device_; }
    int multiprocessors() const noexcept { return multiprocessors_; }
    cudaStream_t stream() const noexcept { return stream_; }
    // Makes the GPU the calling thread's current one, as CUDA's calls need.
    void activate() const;

    // Later work in the stream belongs to the phase `name` (a string literal).
    void begin(const char* name);
    // The phase ends here; later work belongs to no phase.
    void end();

    // A long computation is put into the stream in slices: begin_slices(), then end_slice() after
    // each. end_slice returns once at most one slice is unfinished, so that the GPU always has work
    // and a stop is never more than two slices away. It tells the milliseconds of the slice before
    // this one; 0 after the first.
    void begin_slices();
    double end_slice();

    // Forgets unfinished phases, as a failure leaves them.
    void forget_phases();
    // Waits for all work and adds the phases' times to `timings`.
    void finish(StepTimings& timings);
    // Has `report` called by the next finish, when the work is done.
    void when_finished(std::function<void(StepTimings&)> report) { report_ = std::move(report); }
    // Adds the phases since the first of that name, or all, as spans of a member of a group;
    // forgets them, unless this is the first member.
    void report_spans(std::size_t member, StepTimings& timings,
                      std::string_view since = "exchange");
    // Waits for all work.
    void wait();

    // Blocks of `kernel` that the GPU holds at once.
    template <class... Parameters>
    unsigned resident_blocks(void (*kernel)(Parameters...), unsigned threads,
                             std::size_t shared_bytes = 0) const {
        int blocks = 0; // of a multiprocessor
        cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                       &blocks, reinterpret_cast<const void*>(kernel), static_cast<int>(threads),
                       shared_bytes),
                   "computing the occupancy");
        return static_cast<unsigned>(multiprocessors_ * blocks);
    }
    // So many blocks, or as many as that.
    template <class... Parameters>
    LaunchShape resident_shape(void (*kernel)(Parameters...), unsigned blocks, unsigned threads,
                               std::size_t shared_bytes = 0) const {
        return {dim3(std::min(blocks, resident_blocks(kernel, threads, shared_bytes))),
                dim3(threads), shared_bytes};
    }

    // Puts a kernel into the stream as part of the phase `name`, and checks that it was accepted.
    template <class... Parameters, class... Arguments>
    void launch(const char* name, const LaunchShape& shape, void (*kernel)(Parameters...),
                Arguments&&... arguments) {
        begin(name);
        launch_into(stream_, name, shape, kernel, std::forward<Arguments>(arguments)...);
    }

    // Work beside the stream's own, on multiprocessors that this leaves idle: fork() lets it begin
    // when all that is in the stream by now is done …
    void fork();
    cudaStream_t beside() const noexcept { return beside_; }
    template <class... Parameters, class... Arguments>
    void launch_beside(const char* name, const LaunchShape& shape, void (*kernel)(Parameters...),
                       Arguments&&... arguments) {
        launch_into(beside_, name, shape, kernel, std::forward<Arguments>(arguments)...);
    }
    // … and what follows in the stream waits for it; that wait is part of the phase `name`.
    void join(const char* name);

    // Puts a kernel into any stream of the current GPU; `name`: for a failure's sentence, too.
    template <class... Parameters, class... Arguments>
    static void launch_into(cudaStream_t stream, const char* name, const LaunchShape& shape,
                            void (*kernel)(Parameters...), Arguments&&... arguments) {
        if (shape.blocks.x == 0 || shape.blocks.y == 0) {
            return;
        }
        launch_converted(stream, name, shape, kernel,
                         static_cast<Parameters>(std::forward<Arguments>(arguments))...);
    }

private:
    template <class... Parameters>
    static void launch_converted(cudaStream_t stream, const char* name, const LaunchShape& shape,
                                 void (*kernel)(Parameters...), Parameters... arguments) {
        void* pointers[] = {const_cast<void*>(static_cast<const void*>(&arguments))..., nullptr};
        launch_untyped(stream, name, shape, reinterpret_cast<const void*>(kernel), pointers);
    }
    static void launch_untyped(cudaStream_t stream, const char* name, const LaunchShape& shape,
                               const void* kernel, void** arguments);

    struct Mark {
        const char* phase; // null: of no phase
        DeviceEvent event;
    };
    Mark& add_mark(const char* phase);
    // When each mark was passed, from the first one on, in milliseconds; after a wait. CUDA is
    // asked once: it takes a microsecond, and marks are some fifty.
    const std::vector<double>& times_of_marks();
    void forget_marks();

    int device_;
    int multiprocessors_ = 0;
    cudaStream_t stream_ = nullptr, beside_ = nullptr;
    DeviceEvent forked_, joined_;
    std::vector<Mark> marks_; // the first `used_marks_` are of this run, the others ready for reuse
    std::size_t used_marks_ = 0;
    std::vector<double> times_; // of marks, as far as they were asked for
    std::function<void(StepTimings&)> report_;
    std::array<DeviceEvent, 3> slice_ends_; // of the last three, the start included
    std::size_t slices_ = 0;                // ended since begin_slices
};

} // namespace orrery
