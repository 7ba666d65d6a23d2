// This layer draws what the threads of the algorithm that runs do, as in docs/algorithms.md.

#include "app/code/kernel_drawing.hpp"
#include "app/language/tr.hpp"
#include "app/panels/open_picture.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/tour_status.hpp"

#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <vector>

namespace orrery {
namespace {

using MarkKind = DrawingMark::Kind;

// Read once.
struct ShownDrawing {
    std::string algorithm;
    KernelDrawing drawing;
};

const KernelDrawing& drawing_shown(const AppState& app) {
    ShownDrawing& shown = app.features.get<ShownDrawing>();
    if (shown.algorithm != app.status.settings.algorithm) {
        shown = {app.status.settings.algorithm, drawing_of(app.status.settings.algorithm)};
    }
    return shown.drawing;
}

ImVec4 colour_of(DrawingMark::Colour colour) {
    switch (colour) {
    case DrawingMark::Colour::targets:
        return on_ground({0.45F, 0.72F, 1.0F, 1});
    case DrawingMark::Colour::sources:
        return accent_colour();
    case DrawingMark::Colour::results:
        return on_ground({0.45F, 0.88F, 0.56F, 1});
    case DrawingMark::Colour::words:
        break;
    }
    return text_colour();
}

// A drawing lies there and is as large.
struct Placement {
    ImVec2 corner;
    float scale;

    ImVec2 of(const DrawingMark::Place& place) const {
        return {corner.x + scale * place.x, corner.y + scale * place.y};
    }
};

void draw_arrow(ImDrawList& draw, const ImVec2& from, const ImVec2& to, float size, ImU32 colour) {
    const ImVec2 way{to.x - from.x, to.y - from.y};
    const float length = std::max(std::hypot(way.x, way.y), 1.0F);
    const ImVec2 along{size * way.x / length, size * way.y / length};
    draw.AddTriangleFilled(to, {to.x - along.x - along.y / 2, to.y - along.y + along.x / 2},
                           {to.x - along.x + along.y / 2, to.y - along.y - along.x / 2}, colour);
}

void draw_words(ImDrawList& draw, const DrawingMark& mark, const Placement& placement) {
    ImFont* const font = mark.strong ? strong_font() : ImGui::GetFont();
    constexpr float larger = 1.2F; // than in the documentation, which is read from nearby
    const float size = larger * placement.scale * mark.size;
    const std::string words = tr_name(mark.text);
    const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0, words.c_str());
    ImVec2 at = placement.of(mark.places.front());
    at.x -= mark.before * extent.x;
    constexpr float ascent = 0.8F; // of the letters above their base
    draw.AddText(font, size, {at.x, at.y - ascent * extent.y}, faded(colour_of(mark.colour)),
                 words.c_str());
}

void draw_mark(ImDrawList& draw, const DrawingMark& mark, const Placement& placement) {
    const ImU32 line = faded(colour_of(mark.colour), mark.stroke_strength);
    const ImU32 fill = faded(colour_of(mark.colour), mark.fill_strength);
    const float width = placement.scale * mark.stroke, size = placement.scale * mark.size;
    std::vector<ImVec2> places;
    for (const DrawingMark::Place& place : mark.places) {
        places.push_back(placement.of(place));
    }
    const auto count = static_cast<int>(places.size());
    switch (mark.kind) {
    case MarkKind::rectangle:
        draw.AddRectFilled(places[0], places[1], fill, size);
        if (width > 0) {
            draw.AddRect(places[0], places[1], line, size, width);
        }
        return;
    case MarkKind::circle:
        draw.AddCircleFilled(places[0], size, fill);
        if (width > 0) {
            draw.AddCircle(places[0], size, line, 0, width);
        }
        return;
    case MarkKind::line:
        if (mark.fill_strength > 0) {
            draw.AddConvexPolyFilled(places.data(), count, fill);
        }
        if (width > 0) {
            draw.AddPolyline(places.data(), count, line, width,
                             mark.closed ? ImDrawFlags_Closed : ImDrawFlags_None);
        }
        if (mark.arrow && count > 1) {
            draw_arrow(draw, places[places.size() - 2], places.back(), 6 * placement.scale, line);
        }
        return;
    case MarkKind::words:
        draw_words(draw, mark, placement);
        return;
    }
}

} // namespace

bool shows_kernel(const AppState& app) {
    return app.view.show_kernel && app.view.layer == Layer::stage && !app.race.under_way &&
           app.status.loaded && !drawing_shown(app).empty();
}

bool draw_kernel(const AppState& app, ImDrawList& draw, const ImVec2& from, const ImVec2& to) {
    const KernelDrawing& drawing = drawing_shown(app);
    if (drawing.empty()) {
        return false;
    }
    const float scale = std::min((to.x - from.x) / drawing.width, (to.y - from.y) / drawing.height);
    const Placement placement{
        {(from.x + to.x - scale * drawing.width) / 2, (from.y + to.y - scale * drawing.height) / 2},
        scale};
    for (const DrawingMark& mark : drawing.marks) {
        draw_mark(draw, mark, placement);
    }
    return true;
}

void kernel_layer(const AppState& app) {
    if (!shows_kernel(app) || app.get<TourStatus>().has_card()) {
        return;
    }
    const float edge = 0.03F * ImGui::GetIO().DisplaySize.y;
    const OpenPicture frame = unwritten_picture(app, edge / ImGui::GetIO().DisplaySize.y);
    stage_plate(frame.from, frame.to, edge / 2, 0.9F);
    draw_kernel(app, *ImGui::GetBackgroundDrawList(), {frame.from.x + edge, frame.from.y + edge},
                {frame.to.x - edge, frame.to.y - edge});
}

} // namespace orrery
