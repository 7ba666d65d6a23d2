#pragma once

#include "render/gl_object.hpp"
#include "sim/simulation/gpu_turns.hpp"

#include <chrono>
#include <optional>
#include <thread>

namespace orrery {

// The pictures' side of GpuTurns: takes the turn before a frame's commands are given to OpenGL, and
// gives it back when a fence behind them has passed. Belongs to the thread that draws.
class PictureTurn {
public:
    // `turns` outlives it.
    explicit PictureTurn(GpuTurns& turns) : turns_(turns) {}
    PictureTurn(const PictureTurn&) = delete;
    PictureTurn& operator=(const PictureTurn&) = delete;
    ~PictureTurn() { turns_.end_picture(); }

    // Before the first command of a frame. Not `shared`: the simulation does not compute on the GPU
    // that draws, so neither waits for the other.
    void begin(bool shared) {
        end_if_drawn();
        begun_ = shared;
        if (shared) {
            turns_.begin_picture();
        }
    }
    // After the last command, before the frame is shown, which may wait for the display. Looks for
    // the fence until it has passed; one that takes its time is looked at again by the next begin.
    void end() {
        // The GPU rests for half of this between a picture and a step.
        constexpr std::chrono::microseconds between_looks(50);
        constexpr std::chrono::milliseconds longest_look(12); // less than the display's 1/60 s
        if (!begun_) {
            return;
        }
        fence_ = GlFence::insert();
        const Clock::time_point until = Clock::now() + longest_look;
        for (end_if_drawn(); fence_ && Clock::now() < until; end_if_drawn()) {
            std::this_thread::sleep_for(between_looks);
        }
    }

private:
    void end_if_drawn() {
        if (fence_ && fence_->wait(0)) {
            fence_.reset();
            turns_.end_picture();
        }
    }

    GpuTurns& turns_;
    bool begun_ = false;
    std::optional<GlFence> fence_; // of a picture that is still drawn
};

} // namespace orrery
