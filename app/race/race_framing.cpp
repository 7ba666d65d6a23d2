#include "app/race/race_framing.hpp"

#include "app/state/paths.hpp"

#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double farthest = 4;  // times as far as the camera
constexpr double margin = 0.9;  // of the open part
constexpr double quickness = 3; // in which part of a second it follows

// Of all that is not too far away already.
double wanted_reach(const AppState& app, std::span<const Rival> rivals) {
    const double aspect = static_cast<double>(app.framebuffer.width) / app.framebuffer.height;
    const RaceView view = race_views(rivals.size() + 1, app.camera, aspect).front();
    const Camera& camera = view.camera;
    const double open_aspect = aspect * view.width() / (view.height() * camera.open.share.y);
    double reach = 1;
    const auto hold = [&](const SimulationThread& simulation) {
        const VectorArray<double> places = simulation.read({.position = true}).position;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double wanted = reach_for(camera, open_aspect, at(places, i));
            reach = wanted <= farthest ? std::max(reach, wanted) : reach;
        }
    };
    hold(app.simulation);
    for (const Rival& rival : rivals) {
        hold(*rival.simulation);
    }
    return reach;
}

// Lines of letters, with the room about them; wide views need fewer for as many words.
constexpr double lines_above = 3.4;

double lines_below(double aspect) {
    return aspect > 1.3 ? 3.5 : aspect > 0.75 ? 4.6 : 5.8;
}

// Side by side while each view is at least this wide, as a share of its height.
constexpr double narrowest_column = 0.4;

// A view narrower than this would cut off what a window shows; it shows more above and below.
constexpr double narrowest_aspect = 4.0 / 3;

// Letters are larger, as a share of the view, where it is wide: such a view is low.
void set_letters(RaceView& view, const Camera& eye, double aspect) {
    const double own = aspect * view.width() / view.height();
    view.type = std::clamp(0.022 + 0.0202 * own, 0.028, 0.08);
    view.above = lines_above * view.type;
    view.below = lines_below(own) * view.type;
    view.camera = eye;
    const double clear = 1 - view.above - view.below;
    view.camera.open = {{0, view.below - view.above}, {1, clear}};
    if (own / clear < narrowest_aspect) {
        constexpr double half_degrees = std::numbers::pi / 360;
        view.camera.field_of_view = std::atan(std::tan(eye.field_of_view * half_degrees) *
                                              narrowest_aspect / (own / clear)) /
                                    half_degrees;
    }
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

std::vector<RaceView> race_views(std::size_t count, const Camera& eye, double aspect) {
    const ClearArea& open = eye.open;
    const double left = (open.centre.x - open.share.x + 1) / 2;
    const double top = (1 - open.centre.y - open.share.y) / 2;
    const double across = aspect * open.share.x / open.share.y;
    const bool abreast = across / static_cast<double>(count) >= narrowest_column;
    const std::size_t columns = count > 3 ? 2 : abreast ? count : 1;
    const std::size_t rows = (count + columns - 1) / columns;
    const double width = open.share.x / static_cast<double>(columns);
    const double height = open.share.y / static_cast<double>(rows);
    std::vector<RaceView> views;
    for (std::size_t k = 0; k < count; ++k) {
        const double x = left + width * static_cast<double>(k % columns);
        const double y = top + height * static_cast<double>(k / columns);
        views.push_back({x, y, x + width, y + height});
        set_letters(views.back(), eye, aspect);
    }
    return views;
}

} // namespace orrery
