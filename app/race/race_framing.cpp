#include "app/race/race_framing.hpp"

#include "app/race/race_views.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double farthest = 4;  // times as far as the camera
constexpr double margin = 0.9;  // of the open part
constexpr double quickness = 3; // in which part of a second it follows

std::vector<glm::dvec3> places_of(const SimulationThread& simulation) {
    const VectorArray<double> position = simulation.read({.position = true}).position;
    std::vector<glm::dvec3> places;
    for (std::size_t i = 0; i < position.size(); ++i) {
        places.emplace_back(position.x[i], position.y[i], position.z[i]);
    }
    return places;
}

// Of all that is not too far away already.
double wanted_reach(const AppState& app, std::span<const Rival> rivals) {
    const double aspect = static_cast<double>(app.framebuffer.width) / app.framebuffer.height;
    const RaceView view = race_views(rivals.size() + 1, app.camera.open, aspect).front();
    const Camera camera = race_camera(app.camera, view, race_letters(view, aspect), aspect);
    const double open_aspect = aspect * view.width() / (view.height() * camera.open.share.y);
    double reach = 1;
    const auto hold = [&](const SimulationThread& simulation) {
        for (const glm::dvec3& place : places_of(simulation)) {
            const double wanted = reach_for(camera, open_aspect, place);
            reach = wanted <= farthest ? std::max(reach, wanted) : reach;
        }
    };
    hold(app.simulation);
    for (const Rival& rival : rivals) {
        hold(*rival.simulation);
    }
    return reach;
}

} // namespace

double reach_for(const Camera& camera, double open_aspect, const glm::dvec3& place) {
    const CameraPose& pose = camera.pose();
    const glm::dvec3 from_centre = glm::inverse(pose.orientation) * (place - pose.centre);
    const double high =
        margin * std::tan(camera.field_of_view * std::numbers::pi / 360); // of a depth of 1
    const double depth =
        std::max(std::abs(from_centre.y) / high, std::abs(from_centre.x) / (high * open_aspect));
    return std::max(1.0, (depth + from_centre.z) / pose.distance);
}

void hold_in_frame(AppState& app, std::span<const Rival> rivals, double seconds) {
    RaceFraming& framing = app.race.framing;
    const double distance = app.camera.pose().distance;
    if (app.camera.moving() && framing.begins) {
        framing.distance = distance; // on its way to where it was sent
        return;
    }
    framing.begins = false;
    framing.by_hand = framing.by_hand || (framing.distance && *framing.distance != distance);
    framing.distance = distance;
    if (framing.by_hand || app.status.count > few_bodies || app.framebuffer.height <= 0) {
        return;
    }
    const double wanted = wanted_reach(app, rivals);
    if (wanted > framing.reach) {
        const double followed =
            framing.reach + (wanted - framing.reach) * (1 - std::exp(-quickness * seconds));
        framing.reach = std::max(followed, (1 + margin) / 2 * wanted); // never out of sight
    }
}

Camera race_eye(const AppState& app) {
    Camera eye = app.camera;
    if (app.race.framing.reach > 1) {
        CameraPose pose = eye.pose();
        pose.distance *= app.race.framing.reach;
        eye.jump_to(pose);
    }
    return eye;
}

} // namespace orrery
