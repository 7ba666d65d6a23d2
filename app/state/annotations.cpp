// What a speaker points at the picture and draws on it.
#include "app/state/annotations.hpp"

#include "app/state/default_actions.hpp"

#include <glm/geometric.hpp>

#include <algorithm>

namespace orrery {
namespace {

constexpr float shortest_stroke = 0.012F; // of the picture's height: less is a click

constexpr const char* nothing_drawn = tr_noop("Nothing is drawn yet: D draws on the picture");

} // namespace

std::optional<Annotation> finished(Annotation stroke) {
    if (stroke.kind == Annotation::Kind::words) {
        const bool blank = stroke.words.find_first_not_of(' ') == std::string::npos;
        return blank || stroke.points.empty() ? std::nullopt : std::optional(std::move(stroke));
    }
    const bool went_somewhere = std::ranges::any_of(stroke.points, [&](const glm::vec2& point) {
        return glm::distance(point, stroke.points.front()) >= shortest_stroke;
    });
    return went_somewhere ? std::optional(std::move(stroke)) : std::nullopt;
}

void add_annotation_actions(AppState& app) {
    Annotations& annotations = app.view.annotations;
    add_toggle(app, "Stage", "stage.pointer", "Pointer",
               "Shows the mouse as a bright dot, visible from the last row", "I",
               annotations.pointer);
    add_toggle(app, "Stage", "stage.spotlight", "Spotlight",
               "Darkens everything but a circle around the mouse; Shift+wheel changes its size",
               "Shift+I", annotations.spotlight);
    add_toggle(app, "Stage", "stage.draw", "Draw on the picture",
               "Drag for an arrow, Shift+drag for a line, click to type text", "D",
               annotations.drawing);
    add_action(app, "Stage", "stage.remove", "Remove last drawing",
               "Removes the newest arrow, line or text", "Backspace",
               [&annotations] { annotations.drawn.pop_back(); })
        .only_if([&annotations] { return !annotations.drawn.empty(); }, nothing_drawn);
    add_action(app, "Stage", "stage.clear", "Clear drawings", "Removes all arrows, lines and text",
               "Shift+D", [&annotations] { annotations.drawn.clear(); })
        .only_if([&annotations] { return !annotations.drawn.empty(); }, nothing_drawn);
}

} // namespace orrery
