#pragma once

#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"

namespace orrery {

// Keeps a camera that flies from losing the bodies: slow where they are near, and a word on the way
// back once none is in sight.
class Flying {
public:
    // Once a frame.
    void poll(AppState& app, const BodyBuffer& bodies);

private:
    double looked_at_ = -1; // seconds since the window opened
    bool lost_ = false;
};

} // namespace orrery
