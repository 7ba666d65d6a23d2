#pragma once

#include "app/state/app_state.hpp"

#include <utility>

namespace orrery {

// While it lives, the state is that of a picture of another size, which no panel covers.
class OtherSize {
public:
    OtherSize(AppState& app, Extent size)
        : app_(app), framebuffer_(std::exchange(app.framebuffer, size)),
          open_(std::exchange(app.camera.open, {})) {}
    OtherSize(const OtherSize&) = delete;
    OtherSize& operator=(const OtherSize&) = delete;
    ~OtherSize() {
        app_.framebuffer = framebuffer_;
        app_.camera.open = open_;
    }

private:
    AppState& app_;
    const Extent framebuffer_;
    const ClearArea open_;
};

} // namespace orrery
