#include "app/features/race/race_figures.hpp"

#include "app/state/paths.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double farthest = 4;  // times as far as the camera
constexpr double margin = 0.9;  // of the open part
constexpr double quickness = 3; // in which part of a second it follows
constexpr double half_degrees = std::numbers::pi / 360;

// Of all that is not too far away already.
double wanted_reach(const AppState& app, std::span<const Racer> racers) {
    const double aspect = static_cast<double>(app.framebuffer.width) / app.framebuffer.height;
    const RaceView view =
        picture_views(racers.size(), app.camera, aspect, app.view.race_overlay).front();
    double reach = 1;
    for (const Racer& racer : racers) {
        const VectorArray<double> places = racer.simulation->read({.position = true}).position;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const double wanted = reach_for(view, at(places, i));
            reach = wanted <= farthest ? std::max(reach, wanted) : reach;
        }
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

// The letters in one view of all racers are no smaller than in one so wide of two.
constexpr double read_from_afar = 0.9;

// A view narrower than this would cut off what a window shows; it shows more above and below.
constexpr double narrowest_aspect = 4.0 / 3;

} // namespace

double reach_for(const RaceView& view, const glm::dvec3& place) {
    const CameraPose& pose = view.camera.pose();
    const glm::dvec3 from_centre = glm::inverse(pose.orientation) * (place - pose.centre);
    const double high =
        margin * std::tan(view.camera.field_of_view * half_degrees); // of a depth of 1
    const double depth = std::max(std::abs(from_centre.y) / high,
                                  std::abs(from_centre.x) / (high * view.open_aspect));
    return std::max(1.0, (depth + from_centre.z) / pose.distance);
}

void hold_in_frame(AppState& app, std::span<const Racer> racers, double seconds) {
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
    const double wanted = wanted_reach(app, racers);
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

std::vector<RaceView> race_views(std::size_t count, const Camera& camera, double aspect,
                                 bool in_one) {
    const ClearArea& open = camera.open;
    const double across = aspect * open.share.x / open.share.y;
    const bool abreast = across / static_cast<double>(count) >= narrowest_column;
    const std::size_t columns = in_one ? count : count > 3 ? 2 : abreast ? count : 1;
    const std::size_t rows = (count + columns - 1) / columns;
    const double width = open.share.x / static_cast<double>(columns);
    const double height = open.share.y / static_cast<double>(rows);
    RaceView view{.camera = camera};
    const double own = aspect * width / height;
    // Larger, as a share of the view, where it is wide: such a view is low.
    const double letters = in_one ? std::max(own, read_from_afar) : own;
    view.type = std::clamp(0.022 + 0.0202 * letters, 0.028, 0.08);
    view.above = lines_above * view.type;
    view.below = lines_below(own) * view.type;
    const double clear = 1 - view.above - view.below;
    view.open_aspect = own / clear;
    view.camera.open = {{0, view.below - view.above}, {1, clear}};
    if (view.open_aspect < narrowest_aspect) {
        view.camera.field_of_view = std::atan(std::tan(camera.field_of_view * half_degrees) *
                                              narrowest_aspect / view.open_aspect) /
                                    half_degrees;
    }
    std::vector<RaceView> views(count, view);
    for (std::size_t k = 0; k < count; ++k) {
        RaceView& each = views[k];
        each.left =
            (open.centre.x - open.share.x + 1) / 2 + width * static_cast<double>(k % columns);
        each.top =
            (1 - open.centre.y - open.share.y) / 2 + height * static_cast<double>(k / columns);
        each.right = each.left + width;
        each.bottom = each.top + height;
    }
    return views;
}

std::vector<RaceView> picture_views(std::size_t count, const Camera& camera, double aspect,
                                    bool in_one) {
    std::vector<RaceView> views = race_views(count, camera, aspect, in_one);
    const double left = views.front().left, right = views.back().right;
    for (RaceView& view : views) {
        if (in_one) {
            view.open_aspect *= static_cast<double>(count);
            view.left = left;
            view.right = right;
            view.camera.field_of_view = camera.field_of_view;
        }
    }
    return views;
}

} // namespace orrery
