#pragma once

#include "render/gl_object.hpp"
#include "sim/simulation/gpu_turns.hpp"

#include <optional>

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
    void begin(bool shared);
    // After the last command, before the frame is shown, which may wait for the display. Looks for
    // the fence until it has passed; one that takes its time is looked at again by the next begin.
    void end();

private:
    void end_if_drawn();

    GpuTurns& turns_;
    bool begun_ = false;
    std::optional<GlFence> fence_; // of a picture that is still drawn
};

} // namespace orrery
