#include "app/window/picture_lanes.hpp"

#include "app/race/race_framing.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

int pixels(double share, int length) {
    return static_cast<int>(std::lround(share * length));
}

} // namespace

std::vector<PictureLane> picture_lanes(const BodyLook& look, std::size_t racers) {
    if (racers < 2) {
        return {{look}};
    }
    const Extent size = look.size;
    const double aspect = static_cast<double>(size.width) / std::max(size.height, 1);
    const std::vector<RaceView> views = race_views(racers, look.camera.open, aspect);
    const RaceLetters letters = race_letters(views.front(), aspect);
    std::vector<PictureLane> lanes;
    for (const RaceView& view : views) {
        PictureLane lane{look, pixels(view.left, size.width),
                         size.height - pixels(view.bottom, size.height)};
        lane.look.camera = race_camera(look.camera, view, letters, aspect);
        lane.look.size = {std::max(pixels(view.right, size.width) - lane.left, 1),
                          std::max(size.height - pixels(view.top, size.height) - lane.below, 1)};
        lanes.push_back(lane);
    }
    return lanes;
}

} // namespace orrery
