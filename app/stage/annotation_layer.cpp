#include "app/stage/stage_layers.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/stage/stage_type.hpp"

#include <imgui.h>
#include <imgui_internal.h> // where in the fonts' texture white is
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

using Kind = Annotation::Kind;

// Shares of the picture's height.
constexpr float stroke_width = 0.006F, arrow_head = 0.032F, words_height = 0.045F;
constexpr float pointer_radius = 0.011F;
constexpr float spotlight_edge = 0.035F; // over which it fades
constexpr float closest_points = 0.004F; // of a line

constexpr ImU32 outline = IM_COL32(0, 0, 0, 190);

glm::vec2 place_of(const ImVec2& pixel, const PictureArea& area) {
    return glm::vec2(pixel.x - area.from.x - area.size.x / 2,
                     pixel.y - area.from.y - area.size.y / 2) /
           area.size.y;
}

ImVec2 pixel_of(const glm::vec2& place, const PictureArea& area = whole_window()) {
    return {area.from.x + area.size.x / 2 + place.x * area.size.y,
            area.from.y + area.size.y / 2 + place.y * area.size.y};
}

float picture_height() {
    return ImGui::GetIO().DisplaySize.y;
}

void draw_line(ImDrawList& draw, const Annotation& line, ImU32 colour, float width) {
    for (const glm::vec2& point : line.points) {
        draw.PathLineTo(pixel_of(point));
    }
    draw.PathStroke(colour, width);
}

void draw_arrow(ImDrawList& draw, const Annotation& arrow, ImU32 colour, float width, float grown) {
    const ImVec2 from = pixel_of(arrow.points.front());
    const ImVec2 to = pixel_of(arrow.points.back());
    const float length = std::hypot(to.x - from.x, to.y - from.y);
    if (length <= 0) {
        return;
    }
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const float head = std::min(arrow_head * picture_height(), length) + grown;
    const ImVec2 tip{to.x + grown * along.x, to.y + grown * along.y};
    const ImVec2 neck{tip.x - head * along.x, tip.y - head * along.y};
    const float half = 0.5F * head;
    draw.AddLine(from, {neck.x + 0.2F * head * along.x, neck.y + 0.2F * head * along.y}, colour,
                 width);
    draw.AddTriangleFilled(tip, {neck.x - half * along.y, neck.y + half * along.x},
                           {neck.x + half * along.y, neck.y - half * along.x}, colour);
}

// Dark around the edges, so that it shows on any picture.
void draw_stroke(ImDrawList& draw, const Annotation& stroke) {
    const float width = stroke_width * picture_height();
    const float rim = 0.5F * width;
    const ImU32 colour = faded(accent_colour());
    if (stroke.kind == Kind::arrow) {
        draw_arrow(draw, stroke, outline, width + 2 * rim, rim);
        draw_arrow(draw, stroke, colour, width, 0);
    } else {
        draw_line(draw, stroke, outline, width + 2 * rim);
        draw_line(draw, stroke, colour, width);
    }
}

void draw_words(ImDrawList& draw, const Annotation& written) {
    const StageText words{strong_font(), words_height * picture_height(), written.words};
    const ImVec2 extent = words.extent();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float pad = 0.2F * extent.y;
    ImVec2 corner = pixel_of(written.points.front());
    corner.x = std::max(std::min(corner.x, size.x - extent.x - pad), pad);
    corner.y = std::clamp(corner.y, pad, std::max(size.y - extent.y - pad, pad));
    draw.AddRectFilled({corner.x - pad, corner.y - pad / 2},
                       {corner.x + extent.x + pad, corner.y + extent.y + pad / 2}, outline,
                       0.3F * extent.y);
    words.write(corner, {1, 1, 1, 1});
}

// Words under way, in a field of their own; true once they are finished.
bool type_words(Annotation& written, const PictureArea& area) {
    ImGui::SetNextWindowPos(pixel_of(written.points.front(), area), ImGuiCond_Always);
    ImGui::SetNextWindowBgAlpha(0.8F);
    ImGui::Begin("##words", nullptr, overlay_flags | ImGuiWindowFlags_AlwaysAutoResize);
    ImGui::PushFont(strong_font(), words_height * area.size.y / ImGui::GetStyle().FontScaleMain);
    item_width(0.4F * area.size.x);
    const bool appearing = ImGui::IsWindowAppearing();
    if (appearing) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::InputTextWithHint("##typed", tr("type text, then Enter"), &written.words);
    const bool left = !appearing && ImGui::IsItemDeactivated();
    ImGui::PopFont();
    ImGui::End();
    return left;
}

// A ring from clear to dark, and one as dark around it that is wide enough for any corner.
void draw_spotlight(ImDrawList& draw, const ImVec2& centre, float radius) {
    constexpr int corners = 128, circles = 3;
    constexpr float darkness = 0.78F, turn = 6.2831853F;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const float radii[circles] = {radius, radius + spotlight_edge * size.y,
                                  radius + std::hypot(size.x, size.y)};
    const ImU32 dark = ImGui::GetColorU32({0, 0, 0, darkness});
    const ImU32 colours[circles] = {IM_COL32(0, 0, 0, 0), dark, dark};
    draw.PrimReserve(6 * corners * (circles - 1), corners * circles);
    const unsigned first = draw._VtxCurrentIdx;
    for (int corner = 0; corner < corners; ++corner) {
        const float angle = turn * static_cast<float>(corner) / corners;
        for (int circle = 0; circle < circles; ++circle) {
            draw.PrimWriteVtx({centre.x + radii[circle] * std::cos(angle),
                               centre.y + radii[circle] * std::sin(angle)},
                              draw._Data->TexUvWhitePixel, colours[circle]);
        }
    }
    for (int corner = 0; corner < corners; ++corner) {
        const int next = (corner + 1) % corners;
        for (int circle = 0; circle + 1 < circles; ++circle) {
            const auto here = static_cast<unsigned>(corner * circles + circle);
            const auto beside = static_cast<unsigned>(next * circles + circle);
            for (const unsigned vertex : {here, here + 1, beside + 1, here, beside + 1, beside}) {
                draw.PrimWriteIdx(static_cast<ImDrawIdx>(first + vertex));
            }
        }
    }
}

void draw_pointer(ImDrawList& draw, const ImVec2& centre, float radius) {
    const ImVec4 colour = danger_colour();
    draw.AddCircleFilled(centre, 2.2F * radius, faded(colour, 0.25F));
    draw.AddCircleFilled(centre, radius, faded(colour));
    draw.AddCircle(centre, radius, IM_COL32_WHITE, 0, 0.25F * radius);
}

// False: nothing was drawn.
bool keep(Annotations& annotations) {
    std::optional<Annotation> stroke = finished(*std::move(annotations.under_way));
    annotations.under_way.reset();
    if (stroke) {
        annotations.drawn.push_back(*std::move(stroke));
    }
    return stroke.has_value();
}

void follow_mouse(Annotation& stroke, const glm::vec2& place) {
    if (stroke.kind == Kind::arrow) {
        stroke.points.back() = place;
        return;
    }
    const glm::vec2 moved = place - stroke.points.back();
    if (std::hypot(moved.x, moved.y) >= closest_points) {
        stroke.points.push_back(place);
    }
}

} // namespace

void take_strokes(AppState& app, const PictureArea& area) {
    Annotations& annotations = app.view.annotations;
    const ImGuiIO& io = ImGui::GetIO();
    std::optional<Annotation>& stroke = annotations.under_way;
    // A stroke may lead out of the picture.
    const bool here = ImGui::IsMousePosValid() && area.size.y > 0 &&
                      (area.holds(io.MousePos) || ImGui::IsMouseDown(ImGuiMouseButton_Left));
    annotations.mouse = here ? std::optional(place_of(io.MousePos, area)) : std::nullopt;
    if (!annotations.drawing) {
        stroke.reset();
        return;
    }
    if (!annotations.mouse) {
        return;
    }
    const glm::vec2 place = *annotations.mouse;
    const bool writes = stroke && stroke->kind == Kind::words;
    if (!io.WantCaptureMouse && !writes && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        stroke = Annotation{io.KeyShift ? Kind::line : Kind::arrow, {place, place}};
    } else if (stroke && !writes) {
        follow_mouse(*stroke, place); // it may have moved in the frame in which it was let go
        const glm::vec2 began = stroke->points.front();
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) && !keep(annotations)) {
            stroke = Annotation{Kind::words, {began}};
        }
    }
}

void annotation_field(AppState& app, const PictureArea& area) {
    Annotations& annotations = app.view.annotations;
    if (annotations.under_way && annotations.under_way->kind == Kind::words &&
        type_words(*annotations.under_way, area)) {
        keep(annotations);
    }
    if (annotations.pointer && annotations.mouse) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    }
}

void annotation_layer(const AppState& app) {
    const Annotations& annotations = app.view.annotations;
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    for (const Annotation& annotation : annotations.drawn) {
        if (annotation.kind == Kind::words) {
            draw_words(draw, annotation);
        } else {
            draw_stroke(draw, annotation);
        }
    }
    if (annotations.under_way && annotations.under_way->kind != Kind::words) {
        draw_stroke(draw, *annotations.under_way);
    }
    if (!annotations.pointing() || !annotations.mouse) {
        return;
    }
    const ImVec2 mouse = pixel_of(*annotations.mouse);
    if (annotations.spotlight) {
        draw_spotlight(draw, mouse, annotations.spotlight_radius * picture_height());
    }
    if (annotations.pointer) {
        draw_pointer(*ImGui::GetForegroundDrawList(), mouse, pointer_radius * picture_height());
    }
}

} // namespace orrery
