#pragma once

#include "app/job.hpp"
#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"
#include "app/state/feature.hpp"
#include "app/state/hand.hpp"
#include "render/body_buffer.hpp"
#include "sim/simulation/predicted_path.hpp"

#include <glm/vec3.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// Lets the mouse of this ImGui frame throw, grab and hold bodies, while it is a hand. Called before
// the camera is steered. `bodies`: what it grabs from. `area`: where the picture is.
void take_hand(AppState& app, const BodyBuffer& bodies, const PictureArea& area);

// What is known of the body that is held. A body that is gone is held no more.
void look_at_held_body(AppState& app);

// The speed that the drag under way gives.
glm::dvec3 pulled_velocity(const Hand& hand);

// Of the picture, where the camera looks, in units of length.
double visible_half_height(const Camera& camera);

// What the hand does, over the picture: the arrow with its speed, the plane it lies in, the path.
void hand_layer(const AppState& app);

// The card of the body that is held, else of what will be thrown.
void hand_card(AppState& app);

// What is known of the body that a hand holds, and where a body will go that it pulls at, or that
// is picked: read from the simulation and integrated on a thread of its own, so that no frame
// waits.
class PathAhead : public Feature {
public:
    void update(Frame& frame) override;
    void see_bodies(Frame& frame) override;
    FrameDemand demand(const AppState& app) const override;

private:
    // What pulls, as it was a moment ago.
    struct Surroundings {
        PullingField field;
        double mass = 0, heaviest = 0; // of all, and of one
        std::uint64_t bodies_serial = 0;
        double read_at = 0;
        std::optional<BodyNumber> without;
    };
    struct Found {
        Surroundings surroundings;
        std::vector<Vector3> path;
        bool of_hand = false;
    };
    struct Wish;

    void take(AppState& app);
    std::optional<Wish> wish(const AppState& app) const;

    Job<Found> search_; // waited for at the end: it uses the simulation
    std::optional<Surroundings> known_;
    double asked_at_ = -1;
};

} // namespace orrery
