// What the colours of the bodies stand for, in a corner of the picture.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/appearance.hpp"
#include "app/state/body_units.hpp"
#include "app/state/scene_density.hpp"
#include "render/colour_maps.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace orrery {
namespace {

constexpr float inner_width = 180;
constexpr float inset = 10;
constexpr float scale_height = 8;
constexpr float lowest_picture = 120; // lower ones have no room for a legend

// What stands over the scale and at its ends.
struct LegendText {
    std::string name, low, high;
};

std::string scalar_text(float value) {
    char text[24];
    std::snprintf(text, sizeof text, "%.3g", static_cast<double>(value));
    return with_decimal_mark(text);
}

// Of whole things, of which there are no thousandths.
std::string counted_text(float value) {
    return value < 999.5F ? std::to_string(std::lround(value)) : with_prefix(double{value}, "");
}

// Ends that read the same are one value.
LegendText legend_of(std::string name, std::string low, std::string high) {
    if (low == high) {
        return {std::move(name), tr_format("{} for all", low), ""};
    }
    return {std::move(name), std::move(low), std::move(high)};
}

LegendText legend_text(const AppState& app) {
    const BodyStyle& style = app.view.style;
    if (style.colour_by == ColourBy::density) {
        return {tr("projected density"), tr("sparse"), tr("crowded")};
    }
    const ShownUnit unit = scale_unit(app.view, app.units);
    const auto factor = static_cast<float>(unit.factor);
    const float low = factor * style.scale_low();
    const float high = factor * style.scalar_high;
    const auto named = [&](const char* noun) {
        return std::string(tr(noun)) + (unit.name.empty() ? "" : ", " + unit.name);
    };
    if (style.colour_by == ColourBy::values) {
        return app.density && !app.density->at_bodies.empty()
                   ? legend_of(named(tr_noop("density")), scalar_text(low), scalar_text(high))
                   : LegendText{"density", "", ""};
    }
    if (app.view.scalar == BodyScalar::interactions) {
        return legend_of(tr("interactions per body"), counted_text(low), counted_text(high));
    }
    const bool acceleration = app.view.scalar == BodyScalar::acceleration;
    return legend_of(named(acceleration ? tr_noop("acceleration") : tr_noop("speed")),
                     scalar_text(low), scalar_text(high));
}

// "density, 10^10 Msun/kpc³", of something that is called so.
std::string density_name(const AppState& app, const std::string& noun) {
    const Units& units = app.units;
    return units.length.empty()
               ? tr(noun)
               : tr(noun) + ", " + mass_unit(units).name + "/" + tr(units.length) + "³";
}

LegendText slice_legend(const AppState& app) {
    const auto factor = static_cast<float>(mass_unit(app.units).factor);
    const float high = factor * app.density->slice_high;
    return {density_name(app, "slice"), scalar_text(high * std::pow(10.0F, -slice_decades)),
            scalar_text(high)};
}

// The ground in the picture's lower left corner, around content of that height; returns where the
// content begins. What comes next stands above it.
ImVec2 draw_ground(ImDrawList& draw, OpenPicture& picture, float unit, float content_height) {
    const float margin = unit * 1.4F * inset;
    const ImVec2 end{picture.from.x + margin + unit * (inner_width + 2 * inset),
                     picture.to.y - margin};
    const ImVec2 corner{picture.from.x + margin, end.y - content_height - unit * 1.6F * inset};
    picture.to.y = corner.y + margin - unit * 0.6F * inset;
    // A ground of its own: behind it may be the brightest of galaxies.
    draw.AddRectFilled(corner, end, faded(ground_colour(), 0.78F), unit * 5);
    return {corner.x + unit * inset, corner.y + unit * 0.8F * inset};
}

void draw_scale(const LegendText& legend, const ColourMap& map, OpenPicture& picture, float unit) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 size{unit * inner_width, unit * scale_height};
    const float gap = unit * 4;
    const ImVec2 corner = draw_ground(draw, picture, unit, 2 * line + size.y + 2 * gap);
    const ImU32 text = ImGui::GetColorU32(ImGuiCol_Text);
    const float scale_top = corner.y + line + gap;
    draw.AddText(corner, text, legend.name.c_str());
    draw_colour_scale(draw, map, {corner.x, scale_top}, {corner.x + size.x, scale_top + size.y});
    ImGui::PushFont(number_font(), 0);
    const float below = scale_top + size.y + gap;
    draw.AddText({corner.x, below}, text, legend.low.c_str());
    draw.AddText({corner.x + size.x - ImGui::CalcTextSize(legend.high.c_str()).x, below}, text,
                 legend.high.c_str());
    ImGui::PopFont();
}

// A swatch and a name for every component that is seen; where there is no room for all, how many
// more there are.
void draw_components(const AppState& app, OpenPicture& picture, float unit) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const std::vector<Component>& components = app.catalogue.components;
    const std::vector<std::size_t> seen =
        seen_components(app.catalogue, app.units, app.view.show_dark);
    if (seen.empty()) {
        return;
    }
    const float line = ImGui::GetTextLineHeight() + unit * 2;
    const auto room = static_cast<std::size_t>(0.6F * picture.height() / line);
    const bool all = seen.size() <= room;
    const std::size_t named = all ? seen.size() : room - 1;
    const std::size_t lines = all ? named : room;
    ImVec2 place = draw_ground(draw, picture, unit, static_cast<float>(lines) * line - unit * 2);
    const float right = place.x + unit * inner_width;
    const float swatch = unit * 10;
    for (std::size_t i = 0; i < named; ++i) {
        const float top = place.y + (ImGui::GetTextLineHeight() - swatch) / 2;
        draw.AddRectFilled({place.x, top}, {place.x + swatch, top + swatch},
                           ImGui::GetColorU32(as_seen(component_colour(seen[i]))), unit * 2);
        line_in(draw, {place.x + swatch + unit * 8, place.y}, right, text_colour(),
                tr(components[seen[i]].name));
        place.y += line;
    }
    if (!all) {
        line_in(draw, place, right, quiet_colour(), tr_format("and {} more", seen.size() - named));
    }
}

} // namespace

void legend_overlay(AppState& app) {
    draw_legend(app, open_picture(app), scaled(1));
}

void draw_legend(const AppState& app, OpenPicture picture, float unit) {
    const BodyStyle& style = app.view.style;
    if (!app.view.show_legend || app.view.show_chart || app.status.count == 0 ||
        picture.width() < unit * (inner_width + 4 * inset) ||
        picture.height() < unit * lowest_picture) {
        return;
    }
    ImGui::PushFont(nullptr, unit * text_height / ImGui::GetStyle().FontScaleMain);
    const ColourMap* const map = find_colour_map(style.colour_map);
    if (style.colour_by == ColourBy::component) {
        if (!app.catalogue.components.empty()) {
            draw_components(app, picture, unit);
        }
    } else if (style.colour_by != ColourBy::single && style.colour_by != ColourBy::natural &&
               map != nullptr) {
        draw_scale(legend_text(app), *map, picture, unit);
    }
    if (app.density && !app.density->slice.shade.empty() && map != nullptr) {
        draw_scale(slice_legend(app), *map, picture, unit);
    }
    ImGui::PopFont();
}

} // namespace orrery
