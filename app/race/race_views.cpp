#include "app/race/race_views.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// Lines of letters, with the room about them; wide views need fewer for as many words.
constexpr double lines_above = 3.4;

double lines_below(double aspect) {
    return aspect > 1.3 ? 3.5 : aspect > 0.75 ? 4.6 : 5.8;
}

// Side by side while each view is at least this wide, as a share of its height.
constexpr double narrowest_column = 0.4;

// A view narrower than this would cut off what a window shows; it shows more above and below.
constexpr double narrowest_aspect = 4.0 / 3;

} // namespace

std::vector<RaceView> race_views(std::size_t count, const ClearArea& open, double aspect) {
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
    }
    return views;
}

// Larger, as a share of the view, where it is wide: such a view is low.
RaceLetters race_letters(const RaceView& view, double aspect) {
    const double own = aspect * view.width() / view.height();
    const double type = std::clamp(0.022 + 0.0202 * own, 0.028, 0.08);
    return {type, lines_above * type, lines_below(own) * type};
}

Camera race_camera(Camera camera, const RaceView& view, const RaceLetters& letters, double aspect) {
    const double clear = 1 - letters.above - letters.below;
    camera.open = {{0, letters.below - letters.above}, {1, clear}};
    const double own = aspect * view.width() / (view.height() * clear);
    if (own < narrowest_aspect) {
        constexpr double half_degrees = std::numbers::pi / 360;
        camera.field_of_view =
            std::atan(std::tan(camera.field_of_view * half_degrees) * narrowest_aspect / own) /
            half_degrees;
    }
    return camera;
}

} // namespace orrery
