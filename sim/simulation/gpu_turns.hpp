#pragma once

#include "sim/step_timings.hpp"

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace orrery {

// Turns on a GPU that both draws and computes: a picture's, or a step's. If several simulations
// compute on one GPU, they share one such object, and their steps come one after the other, in the
// order in which they ask; but each goes on with its next steps for as long as its share lasts, so
// that all get as much time, and the one with shorter steps takes more of them.
//
// Such a GPU cuts its time between OpenGL and CUDA into slices: a step of 4 ms that meets a picture
// of 4 ms lasts 8, and so does the picture. Nothing is lost when one comes after the other, and
// then every step lasts as long as the one before it. So there is one turn, taken before work is
// submitted and given back when the GPU has done it.
//
// A picture goes first, since the user waits for it: it lets the step in flight end where that is
// near, and is drawn beside it where it is not. A step waits until the picture is drawn; one that
// waited has the next turn, so a picture that follows at once does not take it away. Neither waits
// for ever: work goes on beside a turn that is not given back in time. While no pictures are begun,
// nothing waits.
class GpuTurns {
public:
    struct Patience {
        Clock::duration of_pictures = std::chrono::milliseconds(12); // with a step: below 1/60 s
        Clock::duration of_steps = std::chrono::milliseconds(50);    // with a picture
        // A simulation's, with one whose share lasts and which does not ask: it may measure.
        Clock::duration of_others = std::chrono::milliseconds(1);
        Clock::duration share = std::chrono::milliseconds(50);
    };
    explicit GpuTurns(Patience patience) : patience_(patience) {}
    GpuTurns() : GpuTurns(Patience{}) {}

    // ---- The thread that draws ----

    // Before a picture's first command. Nothing, where its turn has begun already.
    void begin_picture();
    // The GPU has drawn it; or there is none after all. Nothing, where none has its turn.
    void end_picture() noexcept;

    // ---- A thread that computes ----

    // False: asked to stop before its turn came.
    bool begin_step(const std::stop_token& stop);
    // It has come to its end, or not: then its length says nothing of the next one's.
    void end_step(bool complete) noexcept;
    // Other steps come: what is known of how long they take holds no more.
    void forget_lengths();

    // ---- Any thread ----

    struct Counts {
        std::uint64_t pictures = 0;         // that had a turn
        std::uint64_t beside_a_step = 0;    // of those, which did not wait for its end
        std::uint64_t steps = 0;            // that had a turn
        std::uint64_t beside_a_picture = 0; // of those, which waited in vain
        std::size_t asking = 0;             // steps that have no turn yet
    };
    Counts counts() const;

private:
    bool may_begin(std::uint64_t ticket, Clock::time_point now) const;
    bool wait_for_others(std::unique_lock<std::mutex>& lock, std::uint64_t ticket,
                         const std::stop_token& stop);
    bool step_ends_soon(Clock::time_point now) const;
    std::optional<Clock::duration> expected_length() const;
    void start_step();
    bool wait_for_picture(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);

    const Patience patience_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    bool picture_ = false;             // has the turn, or waits for a step to give it back
    bool picture_overdue_ = false;     // no step still waits for this one
    bool step_ = false;                // has the turn, or works beside a picture
    bool step_waits_ = false;          // for a picture
    std::deque<std::uint64_t> asking_; // the steps that have no turn yet, in their order
    std::uint64_t asked_ = 0;
    bool entering_ = false;        // a step that is the next one waits for a picture
    std::thread::id holder_;       // whose steps go on
    Clock::time_point share_ends_; // and until when
    Clock::time_point step_began_, step_ended_;
    std::array<Clock::duration, 8> lengths_{}; // of the last complete steps
    std::size_t known_lengths_ = 0;            // more than there is room for: the oldest are gone
    Counts counts_;
};

// A step's turn, given back in any case. Belongs to one step.
class StepTurn {
public:
    StepTurn(GpuTurns& turns, const std::stop_token& stop)
        : turns_(turns), begun_(turns.begin_step(stop)) {}
    StepTurn(const StepTurn&) = delete;
    StepTurn& operator=(const StepTurn&) = delete;
    ~StepTurn() {
        if (begun_) {
            turns_.end_step(complete_);
        }
    }

    bool begun() const { return begun_; }
    void completed() { complete_ = true; }

private:
    GpuTurns& turns_;
    bool begun_;
    bool complete_ = false;
};

} // namespace orrery
