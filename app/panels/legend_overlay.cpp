// What the colours of the bodies stand for, in a corner of the picture.

#include "app/panels/colour_scale.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <cstdio>
#include <string>

namespace orrery {
namespace {

// What stands over the scale and at its ends.
struct LegendText {
    std::string name, low, high;
};

std::string scalar_text(float value) {
    char text[24];
    std::snprintf(text, sizeof text, "%.3g", static_cast<double>(value));
    return text;
}

LegendText legend_text(const AppState& app) {
    const BodyStyle& style = app.view.style;
    if (style.colour_by == ColourBy::density) {
        return {"projected density", "sparse", "crowded"};
    }
    const bool acceleration = app.view.scalar == BodyScalar::acceleration;
    std::string name = acceleration ? "acceleration" : "speed";
    if (!app.units.length.empty()) {
        name += ", " + app.units.length + "/" + app.units.time + (acceleration ? "²" : "");
    }
    return {name, scalar_text(style.scalar_low), scalar_text(style.scalar_high)};
}

} // namespace

void legend_overlay(AppState& app) {
    const BodyStyle& style = app.view.style;
    const ColourMap* const map = find_colour_map(style.colour_map);
    const bool has_scale =
        style.colour_by == ColourBy::scalar || style.colour_by == ColourBy::density;
    const OpenPicture picture = open_picture(app);
    const ImVec2 size{scaled(180), scaled(8)};
    const float inset = scaled(10);
    if (!app.view.show_legend || !has_scale || map == nullptr || app.status.count == 0 ||
        picture.width() < size.x + 4 * inset || picture.height() < scaled(120)) {
        return;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight();
    const float card_height = 2 * line + size.y + 2.6F * inset;
    const ImVec2 card{picture.from.x + 1.4F * inset, picture.to.y - 1.4F * inset - card_height};
    // A ground of its own: behind it may be the brightest of galaxies.
    draw.AddRectFilled(card, {card.x + size.x + 2 * inset, card.y + card_height},
                       ImGui::GetColorU32({0.03F, 0.032F, 0.04F, 0.74F}), scaled(5));
    const LegendText legend = legend_text(app);
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
    const float left = card.x + inset;
    const float scale_top = card.y + 0.8F * inset + line + scaled(4);
    draw.AddText({left, card.y + 0.8F * inset}, text, legend.name.c_str());
    draw_colour_scale(draw, *map, {left, scale_top}, {left + size.x, scale_top + size.y});
    ImGui::PushFont(number_font(), 0);
    const float below = scale_top + size.y + scaled(4);
    draw.AddText({left, below}, text, legend.low.c_str());
    draw.AddText({left + size.x - ImGui::CalcTextSize(legend.high.c_str()).x, below}, text,
                 legend.high.c_str());
    ImGui::PopFont();
}

} // namespace orrery
