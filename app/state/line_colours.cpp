#include "app/state/line_colours.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

std::uint8_t encoded(float light) {
    const float shown =
        light <= 0.0031308F ? 12.92F * light : 1.055F * std::pow(light, 1 / 2.4F) - 0.055F;
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(shown, 0.0F, 1.0F)));
}

} // namespace

std::array<std::uint8_t, 4> line_colour(const std::vector<BodyLight>& lights, std::size_t body) {
    const auto light = std::find_if(lights.begin(), lights.end(),
                                    [&](const BodyLight& each) { return body < each.end; });
    const glm::vec3 colour = light == lights.end() ? glm::vec3(0.7F) : light->colour;
    return {encoded(colour.r), encoded(colour.g), encoded(colour.b), 0};
}

LinePoint point_at(const glm::dvec3& place, std::array<std::uint8_t, 4> colour, double strength) {
    colour[3] = static_cast<std::uint8_t>(std::lround(255 * std::clamp(strength, 0.0, 1.0)));
    return {{static_cast<float>(place.x), static_cast<float>(place.y), static_cast<float>(place.z)},
            colour};
}

} // namespace orrery
