#include "app/window/picture_turn.hpp"

#include <chrono>
#include <thread>

namespace orrery {

namespace {

// A fence is asked for so often; the GPU rests for half of it between a picture and a step.
constexpr std::chrono::microseconds between_looks(50);

// A frame waits so long for its picture at most: less than the display's period at 60 Hz.
constexpr std::chrono::milliseconds longest_look(12);

} // namespace

void PictureTurn::begin(bool shared) {
    end_if_drawn();
    begun_ = shared;
    if (shared) {
        turns_.begin_picture();
    }
}

void PictureTurn::end() {
    if (!begun_) {
        return;
    }
    fence_ = GlFence::insert();
    const Clock::time_point until = Clock::now() + longest_look;
    for (end_if_drawn(); fence_ && Clock::now() < until; end_if_drawn()) {
        std::this_thread::sleep_for(between_looks);
    }
}

void PictureTurn::end_if_drawn() {
    if (fence_ && fence_->wait(0)) {
        fence_.reset();
        turns_.end_picture();
    }
}

} // namespace orrery
