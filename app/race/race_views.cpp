#include "app/race/race_views.hpp"

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

// Lines of letters, with the room about them; wide views need fewer for as many words.
constexpr double lines_above = 3.4, lines_below = 4.6, lines_below_wide = 3.5;

// A view narrower than this would cut off what a window shows; it shows more above and below.
constexpr double narrowest_aspect = 4.0 / 3;

} // namespace

std::vector<RaceView> race_views(std::size_t count, const ClearArea& open) {
    const double left = (open.centre.x - open.share.x + 1) / 2;
    const double top = (1 - open.centre.y - open.share.y) / 2;
    const std::size_t rows = count > 2 ? 2 : 1;
    const double width = open.share.x / 2;
    const double height = open.share.y / static_cast<double>(rows);
    std::vector<RaceView> views;
    for (std::size_t k = 0; k < count; ++k) {
        const double x = left + width * static_cast<double>(k % 2);
        const double y = top + height * static_cast<double>(k / 2);
        views.push_back({x, y, x + width, y + height});
    }
    return views;
}

RaceLetters race_letters(std::size_t count) {
    const bool wide = count > 2;
    const double type = wide ? 0.058 : 0.04;
    return {type, lines_above * type, (wide ? lines_below_wide : lines_below) * type};
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
