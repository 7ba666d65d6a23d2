#include "app/state/annotations.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace orrery {
namespace {

constexpr float shortest_stroke = 0.012F; // of the picture's height: less is a click

} // namespace

std::optional<Annotation> finished(Annotation stroke) {
    if (stroke.kind == Annotation::Kind::words) {
        const bool blank = stroke.words.find_first_not_of(' ') == std::string::npos;
        return blank || stroke.points.empty() ? std::nullopt : std::optional(std::move(stroke));
    }
    const bool went_somewhere =
        std::any_of(stroke.points.begin(), stroke.points.end(), [&](const glm::vec2& point) {
            return glm::distance(point, stroke.points.front()) >= shortest_stroke;
        });
    return went_somewhere ? std::optional(std::move(stroke)) : std::nullopt;
}

} // namespace orrery
