// Takes the camera where actions want it: home, to where all bodies are seen, along the flights of
// a tour. Keeps one that flies from losing the bodies: slow where they are near, and a word on the
// way back once none is in sight.
#include "app/features/features.hpp"
#include "app/state/followed.hpp"
#include "app/window/picture.hpp"
#include "render/body_buffer.hpp"
#include "render/picking.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double seconds_between_looks = 0.4;

// Whether any of a sphere may be seen: it reaches into the cone of the view, and is more than a
// dot.
bool in_sight(const Sphere& sphere, const Camera& camera) {
    constexpr double half_view = 0.7; // radians; wide, for the picture is
    constexpr double dot = 1.0 / 200;
    const CameraPose& pose = camera.pose();
    const glm::dvec3 to_centre = sphere.centre - pose.eye();
    const double distance = glm::length(to_centre);
    if (distance <= sphere.radius) {
        return true;
    }
    const glm::dvec3 forward = pose.orientation * glm::dvec3(0, 0, -1);
    const double angle = std::acos(std::clamp(glm::dot(forward, to_centre) / distance, -1.0, 1.0));
    return angle - std::asin(sphere.radius / distance) < half_view &&
           sphere.radius > dot * distance;
}

void move_camera_as_wished(AppState& app, const BodyBuffer& bodies) {
    if (!app.camera.moving() && !app.requests.has<BeginAt>()) {
        if (const auto flight = app.requests.take_first<CameraFlight>()) {
            app.camera.fly_to(flight->pose, std::max(flight->seconds, 1e-3));
        }
    }
    const bool home = app.requests.take<GoHome>().has_value();
    const bool frame = app.requests.take<FrameBodies>().has_value();
    if (!home && !frame) {
        return;
    }
    app.race.framing = {}; // what is sought is seen as it is
    if (home) {
        app.camera.jump_to(home_pose(app, app.simulation.viewpoint(), bodies));
    }
    if (frame) {
        app.camera.fly_to(framing_pose(app, app.camera.pose(), bodies));
    }
}

class Flying : public Feature {
public:
    void see_bodies(Frame& frame) override {
        AppState& app = frame.app;
        move_camera_as_wished(app, *frame.bodies);
        if (app.camera.mode() != CameraMode::fly) {
            app.camera.fly_unit = 0;
            lost_ = false;
            return;
        }
        if (app.now - looked_at_ < seconds_between_looks) {
            return;
        }
        looked_at_ = app.now;
        const std::optional<Sphere> sphere = bounding_sphere(*frame.bodies);
        if (!sphere || sphere->radius <= 0) {
            return;
        }
        const double to_centre = glm::distance(app.camera.pose().eye(), sphere->centre);
        app.camera.fly_unit =
            std::clamp(to_centre - 0.6 * sphere->radius, 0.08 * sphere->radius, 2 * sphere->radius);
        const bool lost = !in_sight(*sphere, app.camera);
        if (lost && !lost_) {
            app.announce("lost", "No bodies in view. F shows them all.");
        }
        lost_ = lost;
    }

private:
    double looked_at_ = -1; // seconds since the window opened
    bool lost_ = false;
};

} // namespace

FeatureEntry flying_feature() {
    return feature<Flying>();
}

} // namespace orrery
