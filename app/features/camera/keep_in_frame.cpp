// Keeps the bodies as large on screen as they are when it is switched on: the whole view goes along
// with the sphere that holds all of few bodies, or three in four of many, as it moves, grows and
// shrinks: what a collapse throws out does not keep the camera from its core. What the hand or a
// flight does goes on besides. Few bodies begin where the stage's words leave all of them to be
// seen.
#include "app/features/features.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/paths.hpp"
#include "render/picking.hpp"

#include <glm/common.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

namespace orrery {
namespace {

constexpr double seconds_between_spheres = 0.15;
constexpr double seconds_per_body = 2.5e-7; // else many of a GPU's would be copied all the time
constexpr double frame_following = 0.4;     // seconds, a time constant
constexpr double most = 0.75;               // of many bodies
// Of the picture's height, what the stage writes on above and below, with room for a glow.
constexpr double written_above = 0.22, written_below = 0.2;

// The largest sphere between the stage's words that is seen whole, as far away as that place.
Sphere unwritten_sphere(const AppState& app, const glm::dvec3& place) {
    const CameraPose& pose = app.camera.pose();
    const double depth = pose.distance - (glm::inverse(pose.orientation) * (place - pose.centre)).z;
    const double aspect = static_cast<double>(app.framebuffer.width) / app.framebuffer.height;
    const double lens = visible_half_height(app.camera) / pose.distance;
    const double reach = lens * std::min(1 - written_above - written_below, aspect);
    const glm::dvec3 middle{0, lens * depth * (written_below - written_above),
                            pose.distance - depth};
    return {pose.centre + pose.orientation * middle, depth * reach / (1 + reach)};
}

bool holds(const Sphere& outer, const Sphere& inner) {
    return glm::distance(outer.centre, inner.centre) + inner.radius <= outer.radius;
}

class KeepInFrame : public Feature {
public:
    static void declare(AppState& app) { add_look_toggle(app, "keep_in_frame"); }

    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        const std::uint64_t load = app.status.load_serial;
        const bool wanted = app.view.keep_in_frame && !app.race.under_way; // which has its own
        const bool other_layer = std::exchange(layer_, app.view.layer) != app.view.layer;
        if (!wanted || std::exchange(load_, load) != load || other_layer) {
            held_.reset();
            looked_at_ = -1;
        }
        if (!wanted) {
            return;
        }
        const double interval = std::max(seconds_between_spheres,
                                         seconds_per_body * static_cast<double>(app.status.count));
        if (looked_at_ < 0 || app.now - looked_at_ >= interval) {
            looked_at_ = app.now;
            seen_ = bounding_sphere(*frame.bodies, app.status.count <= few_bodies ? 1 : most);
        }
        if (!seen_ || !(seen_->radius > 0)) {
            return;
        }
        if (!held_ && app.view.layer == Layer::stage && app.status.count <= few_bodies) {
            held_ = unwritten_sphere(app, seen_->centre);
            if (held_->radius <= 0 || holds(*held_, *seen_)) { // or behind the eye
                held_ = seen_;
            }
        }
        go_along(app, frame.seconds);
    }

private:
    void go_along(AppState& app, double seconds) {
        const Sphere before = held_.value_or(*seen_);
        const double share = 1 - std::exp(-seconds / frame_following);
        held_ = Sphere{glm::mix(before.centre, seen_->centre, share),
                       before.radius * std::pow(seen_->radius / before.radius, share)};
        const double times = before.radius / held_->radius;
        if (app.get<Followed>().what != Following::nothing) {
            app.camera.approach(times); // the centre has a place of its own
            return;
        }
        app.camera.shift(held_->centre - before.centre);
        app.camera.magnify(held_->centre, times);
    }

    std::uint64_t load_ = 0;
    Layer layer_ = Layer::panels;
    double looked_at_ = -1; // seconds since the window opened; below 0: not yet
    std::optional<Sphere> seen_, held_;
};

} // namespace

extern const FeatureEntry keep_in_frame_feature = feature<KeepInFrame>();

} // namespace orrery
