#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "app/state/scene_density.hpp"
#include "render/body_buffer.hpp"

#include <memory>
#include <optional>

namespace orrery {

// The density of the bodies on screen, at each of them and on a slice through the scene, while the
// view asks for it. Summed on a thread of its own, a few times a second at most, of bodies that it
// reads there, so that neither a step nor a frame waits for it; of bodies at rest once.
class DensityOverlay : public Feature {
public:
    DensityOverlay();
    ~DensityOverlay() override;

    // Refreshes app.density.
    void prepare_picture(Frame& frame) override;
    FrameDemand demand(const AppState&) const override { return background_if(behind_); }
    bool behind() const { return behind_; } // a newer density than that on screen is wanted

private:
    // A rectangle of targets: its middle, and from there to its edges.
    struct Plane {
        glm::dvec3 centre{0}, right{0}, up{0};
        int columns = 0, rows = 0;
        bool operator==(const Plane&) const = default;
    };
    // What a density is made of.
    struct Wish {
        std::uint64_t version = 0, load_serial = 0, bodies_serial = 0;
        std::optional<int> device; // that has them
        float width = 1, error = 0;
        bool at_bodies = false;
        std::optional<Plane> plane;
        bool operator==(const Wish&) const = default;
    };
    class Maker; // belongs to the thread while that runs

    std::optional<Plane> wanted_plane(const AppState& app) const;
    void begin_if_wanted(AppState& app, const BodyBuffer& bodies);
    void begin(const AppState& app, const Wish& wanted);
    void take_result(AppState& app);
    void take_scale(AppState& app) const;
    void clear(AppState& app);

    Wish made_of_;
    bool behind_ = false; // what is on screen
    bool fresh_ = false;  // the next result is the first of its kind: its scale holds at once
    double next_at_ = 0;  // seconds since the window opened
    int fineness_ = 0;    // of the slice: how often its least number of columns is doubled
    std::unique_ptr<Maker> maker_;
    Job<std::shared_ptr<const SceneDensity>> under_way_; // last: uses the maker
};

} // namespace orrery
