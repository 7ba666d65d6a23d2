#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "app/state/overlay_colours.hpp"
#include "render/body_buffer.hpp"
#include "render/box_renderer.hpp"

#include <glm/vec3.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// Where the camera looks, and how much it sees there, roughly: it changes by steps.
struct SeenPart {
    glm::dvec3 centre{0, 0, 0};
    double height = 0;
    bool operator==(const SeenPart&) const = default;
};
SeenPart seen_part(const Camera& camera);

// Leaves of the cells those that can be told apart in there: the larger ones are lines across the
// picture, the smaller ones dots.
void keep_seen_cells(Inspection& inspection, const SeenPart& seen);

// The tree on screen, while the view asks for it: that of the algorithm that runs, which it is
// asked for, or where it builds none, one over the newest bodies. Made on a thread of its own, a
// few times a second at most, so that no frame waits for it.
class TreeOverlay : public Feature {
public:
    TreeOverlay();
    ~TreeOverlay() override;

    // Refreshes OverlayStatus.
    void prepare_picture(Frame& frame) override;
    FrameDemand demand(const AppState&) const override { return background_if(behind_); }

    std::span<const LineBox> boxes() const { return boxes_; }
    // Whether boxes of bodies or settings that are on screen already are still to come.
    bool behind() const { return behind_; }

private:
    // True when boxes() are other ones than before.
    bool poll(AppState& app, const BodyBuffer& bodies);
    // What an overlay is made of.
    struct Source {
        std::uint64_t version = 0, load_serial = 0;
        InspectRequest request;
        std::optional<SeenPart> seen; // that it is of, unless levels are asked for
        Settings settings;
        double softening = 0;
        bool operator==(const Source&) const = default;
    };
    struct Made {
        std::vector<LineBox> boxes = {};
        OverlayStatus status = {};
        bool made = false; // else there is nothing to show yet
        double seconds = 0;
    };
    class Maker; // belongs to the thread while that runs

    bool take_result(AppState& app);
    bool clear(AppState& app, std::string notice);
    void begin(AppState& app, const Source& wanted);

    std::vector<LineBox> boxes_;
    Source made_of_;
    bool behind_ = false;
    double next_at_ = 0; // seconds since the window opened
    std::unique_ptr<Maker> maker_;
    Job<Made> under_way_; // last: uses the maker
};

} // namespace orrery
