#include "app/panels/open_picture.hpp"

#include "app/panels/theme.hpp"
#include "app/state/time_view.hpp"

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <cmath>

namespace orrery {

OpenPicture open_picture(const AppState& app) {
    const ClearArea& open = app.camera.open;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const auto pixels = [](double place, float length) {
        return static_cast<float>((place + 1) / 2) * length;
    };
    return {{pixels(open.centre.x - open.share.x, window.x),
             pixels(-open.centre.y - open.share.y, window.y)},
            {pixels(open.centre.x + open.share.x, window.x),
             pixels(-open.centre.y + open.share.y, window.y) - app.get<TimeView>().height}};
}

ImVec2 kept_in(const OpenPicture& picture, ImVec2 corner, const ImVec2& extent, float margin) {
    const auto kept = [margin](float place, float from, float to, float length) {
        return std::clamp(place, from + margin, std::max(to - length - margin, from + margin));
    };
    return {kept(corner.x, picture.from.x, picture.to.x, extent.x),
            kept(corner.y, picture.from.y, picture.to.y, extent.y)};
}

OpenPicture unwritten_picture(const AppState& app, float below) {
    const OpenPicture picture = open_picture(app);
    const float height = picture.height();
    const bool stage = app.view.layer == Layer::stage;
    const float edge = 0.03F * height;
    const float foot = std::max(below * height, app.get<TimeView>().stage_foot + edge / 2);
    const float head = std::max(picture.from.y + 0.19F * height,
                                app.get<TimeView>().stage_head + edge / 4); // of three lines, say
    return {{picture.from.x + edge, stage ? head : picture.from.y + edge},
            {picture.to.x - edge, picture.to.y - (stage ? foot : edge)}};
}

PictureView whole_view(const Camera& camera) {
    return {.camera = camera, .from = {0, 0}, .to = ImGui::GetIO().DisplaySize};
}

std::optional<SeenPlace> seen_in(const PictureView& view, const glm::dvec3& place) {
    const ImVec2 size = view.size();
    if (size.x <= 0 || size.y <= 0) {
        return std::nullopt;
    }
    const double aspect = static_cast<double>(size.x) / static_cast<double>(size.y);
    const glm::dvec4 clip =
        view.camera.projection(aspect) * view.camera.view() * glm::dvec4(place, 1);
    if (clip.w <= 0) {
        return std::nullopt;
    }
    return SeenPlace{{view.from.x + static_cast<float>((clip.x / clip.w + 1) / 2) * size.x,
                      view.from.y + static_cast<float>((1 - clip.y / clip.w) / 2) * size.y},
                     clip.w};
}

PicturePixel pixel_of(const AppState& app, const PictureArea& area, const ImVec2& place) {
    const glm::dvec2 scale = glm::dvec2(app.framebuffer.width, app.framebuffer.height) /
                             glm::dvec2(std::max(area.size.x, 1.0F), std::max(area.size.y, 1.0F));
    return {glm::dvec2(place.x - area.from.x, place.y - area.from.y) * scale, scale.x};
}

void write_in_picture(const ImVec2& at, ImU32 colour, const std::string& text) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float edge = 0.07F * ImGui::GetFontSize();
    for (const float x : {-edge, edge}) {
        for (const float y : {-edge, edge}) {
            draw.AddText({at.x + x, at.y + y}, IM_COL32(4, 5, 9, 190), text.c_str());
        }
    }
    draw.AddText(at, colour, text.c_str());
}

void draw_follow_ring(const ImVec2& at, float radius) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = std::clamp(0.13F * radius, scaled(2), scaled(4));
    draw.AddCircle(at, radius, IM_COL32(0, 0, 0, 120), 0, 2 * line);
    draw.AddCircle(at, radius, faded(accent_colour()), 0, line);
}

} // namespace orrery
