#pragma once

#include "app/state/app_state.hpp"
#include "app/state/scene_density.hpp"
#include "app/window/body_view.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace orrery {

// The bodies in the window: those of its simulation or, side by side, those of all that race.
class Picture {
public:
    // Throws failure as BodyRenderer does.
    explicit Picture(const std::filesystem::path& shader_folder);

    // Fills the framebuffer object `target`, which is as large as app.framebuffer says, and leaves
    // it bound. `bodies`: of the window's simulation and, behind them, of its rivals. Shaders whose
    // files changed are reloaded; what the compiler has to say becomes a toast. Lines are as wide
    // as `scale` says.
    void draw(std::span<const BodyBuffer* const> bodies, float scale, AppState& app,
              unsigned int target);

    // What was drawn last; {0, 0}: nothing yet.
    Extent size() const { return size_; }
    void copy_to(unsigned int target) const;

    // Of the bodies, by the GPU's clock; 0 when they were not drawn anew.
    double draw_milliseconds() const;
    // As BodyView says of any of them.
    bool is_anew() const { return any(&BodyView::is_anew); }
    bool is_gathering() const { return any(&BodyView::is_gathering); }

private:
    bool any(bool (BodyView::*is_so)() const) const; // of the lanes

    BodyRenderer renderer_;
    OverBodies over_;
    std::shared_ptr<const SceneDensity> density_shown_; // by the bodies' colours
    Extent size_;
    struct Lane {
        BodyView view;
        int left = 0, below = 0;                            // its lower left corner
        std::pair<const BodyBuffer*, std::uint64_t> seen{}; // the bodies, and their changes
    };
    std::vector<Lane> lanes_{1}; // of all racers; the window's own simulation in the first
};

} // namespace orrery
