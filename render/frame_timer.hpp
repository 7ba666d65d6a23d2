#pragma once

#include "render/gl_object.hpp"

#include <array>
#include <chrono>

namespace orrery {

// How long the GPU takes for what is between begin and end, learnt some frames later: it never
// waits. Where the processor draws, how long that takes: part of it is done when it is asked for,
// where no query counts it, so the rest is waited for.
class FrameTimer {
public:
    FrameTimer();
    void begin();
    void end();
    double milliseconds() const { return milliseconds_; } // of the last one finished

private:
    void collect();

    bool by_processor_;
    std::chrono::steady_clock::time_point begun_;
    std::array<GlQuery, 4> queries_;
    std::size_t started_ = 0; // so many measurements began
    std::size_t read_ = 0;    // and so many are known
    bool running_ = false;
    double milliseconds_ = 0;
};

} // namespace orrery
