#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace orrery {
namespace {

// What the colour can mean: how the renderer colours and which scalar the simulation sends.
struct ColourChoice {
    const char* name;
    const char* tooltip;
    ColourBy colour_by;
    BodyScalar scalar;
};

constexpr std::array colour_choices{
    ColourChoice{"Speed", "How fast a body moves", ColourBy::scalar, BodyScalar::speed},
    ColourChoice{"Acceleration", "How strongly a body is pulled", ColourBy::scalar,
                 BodyScalar::acceleration},
    ColourChoice{"Density", "How crowded the picture is where a body stands", ColourBy::density,
                 BodyScalar::none},
    ColourChoice{"Component", "What a body belonged to at the start", ColourBy::component,
                 BodyScalar::component},
    ColourChoice{"One colour", "All bodies alike", ColourBy::single, BodyScalar::none}};

const ColourChoice& chosen_colour(const View& view) {
    const auto found =
        std::find_if(colour_choices.begin(), colour_choices.end(), [&](const ColourChoice& choice) {
            return choice.colour_by == view.style.colour_by &&
                   (choice.colour_by != ColourBy::scalar || choice.scalar == view.scalar);
        });
    return found == colour_choices.end() ? colour_choices.front() : *found;
}

void colour_rows(View& view) {
    const ColourChoice& chosen = chosen_colour(view);
    row("Colour by", chosen.tooltip);
    if (ImGui::BeginCombo("##colour", chosen.name)) {
        for (const ColourChoice& choice : colour_choices) {
            if (ImGui::Selectable(choice.name, &choice == &chosen)) {
                view.style.colour_by = choice.colour_by;
                view.scalar = choice.scalar;
                view.automatic_range = true;
            }
            tip(choice.tooltip);
        }
        ImGui::EndCombo();
    }
    if (chosen.colour_by != ColourBy::scalar) {
        return;
    }
    row("Range", "What the ends of the colours stand for");
    ImGui::Checkbox("auto", &view.automatic_range);
    ImGui::SameLine();
    ImGui::Checkbox("log", &view.style.logarithmic);
    if (!view.automatic_range) {
        row("from, to");
        ImGui::PushFont(number_font(), 0);
        ImGui::DragFloatRange2("##range", &view.style.scalar_low, &view.style.scalar_high,
                               0.01F * std::max(std::abs(view.style.scalar_high), 1e-6F), 0, 0,
                               "%.3g", "%.3g");
        ImGui::PopFont();
    }
}

// Colour maps as what they look like.
void draw_map(const ColourMap& map, const ImVec2& corner, const ImVec2& size) {
    constexpr int steps = 24;
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    const auto encoded = [](float light) { return std::pow(light, 1 / 2.2F); };
    for (int i = 0; i < steps; ++i) {
        const auto entry = static_cast<std::size_t>(i * 255 / (steps - 1)) * 3;
        const ImVec4 colour{encoded(map.rgb[entry]), encoded(map.rgb[entry + 1]),
                            encoded(map.rgb[entry + 2]), 1};
        const float left = corner.x + size.x * static_cast<float>(i) / steps;
        const float right = corner.x + size.x * static_cast<float>(i + 1) / steps;
        draw->AddRectFilled({left, corner.y}, {right, corner.y + size.y},
                            ImGui::GetColorU32(colour));
    }
}

void map_row(BodyStyle& style) {
    row("Colours", "A scale of colours made for light that adds up");
    const auto& maps = colour_maps();
    const auto chosen = std::find_if(
        maps.begin(), maps.end(), [&](const ColourMap& map) { return style.colour_map == map.id; });
    if (!ImGui::BeginCombo("##map", chosen == maps.end() ? "" : chosen->title)) {
        return;
    }
    for (const ColourMap& map : maps) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        if (ImGui::Selectable(map.title, style.colour_map == map.id)) {
            style.colour_map = map.id;
        }
        draw_map(map, {corner.x + scaled(84), corner.y + scaled(2)},
                 {std::max(ImGui::GetContentRegionAvail().x - scaled(84), scaled(40)),
                  ImGui::GetTextLineHeight() - scaled(4)});
    }
    ImGui::EndCombo();
}

void style_rows(BodyStyle& style) {
    constexpr std::array names{"Glow", "Points", "Balls"};
    row("Bodies as", "Soft lights, sharp points, or lit balls (P)");
    auto sprite = static_cast<int>(style.sprite);
    if (ImGui::Combo("##sprite", &sprite, names.data(), static_cast<int>(names.size()))) {
        style.sprite = static_cast<BodyStyle::Sprite>(sprite);
    }
    ImGui::PushFont(number_font(), 0);
    const auto slider = [](const char* name, const char* tooltip, const char* id, float& value,
                           float low, float high, const char* format, ImGuiSliderFlags flags) {
        ImGui::PopFont();
        row(name, tooltip);
        ImGui::PushFont(number_font(), 0);
        ImGui::SliderFloat(id, &value, low, high, format, flags);
    };
    slider("Size", "Relative to what suits the number of bodies", "##size", style.size, 0.2F, 5,
           "%.2f", ImGuiSliderFlags_Logarithmic);
    slider("Brightness", "Of a body, relative to what suits their number", "##brightness",
           style.brightness, 0.05F, 20, "%.2f", ImGuiSliderFlags_Logarithmic);
    slider("Exposure", "Of the whole picture, in stops", "##exposure", style.exposure, -5, 5,
           "%+.1f", ImGuiSliderFlags_None);
    ImGui::PopFont();
    row("Bloom", "Light that spills over, as in an eye or a lens");
    ImGui::Checkbox("##bloom", &style.bloom);
    if (style.bloom) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1);
        ImGui::PushFont(number_font(), 0);
        ImGui::SliderFloat("##strength", &style.bloom_strength, 0, 2, "%.2f");
        ImGui::PopFont();
    }
}

// Nine places for the camera: a click goes there, the empty ones are stored into with Ctrl and the
// key.
void bookmark_row(const AppState& app) {
    row("Views", "1 to 9 go to a stored view; Ctrl with the digit stores this one");
    for (std::size_t slot = 0; slot < app.bookmarks.size(); ++slot) {
        if (slot != 0) {
            ImGui::SameLine(0, scaled(2));
        }
        const std::string digit = std::to_string(slot + 1);
        const bool stored = app.bookmarks[slot].has_value();
        const std::string action = (stored ? "camera.view_" : "camera.store_") + digit;
        ImGui::PushStyleColor(ImGuiCol_Text, stored ? accent_colour() : quiet_colour());
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                            ImVec2(scaled(3.5F), ImGui::GetStyle().FramePadding.y));
        app.actions.button(action, digit);
        ImGui::PopStyleVar();
        ImGui::PopStyleColor();
    }
}

void camera_rows(AppState& app) {
    app.actions.button("camera.frame", "Frame all");
    ImGui::SameLine();
    app.actions.button("camera.home", "Home");
    ImGui::SameLine();
    app.actions.button("camera.fly", app.camera.mode() == CameraMode::fly ? "Orbit" : "Fly");
    bookmark_row(app);
}

} // namespace

void view_panel(AppState& app) {
    if (begin_panel("View")) {
        colour_rows(app.view);
        map_row(app.view.style);
        style_rows(app.view.style);
        row("Show", "The colour scale, and the names of bodies that have one");
        ImGui::Checkbox("legend", &app.view.show_legend);
        ImGui::SameLine();
        ImGui::Checkbox("names", &app.view.show_labels);
        camera_rows(app);
    }
    ImGui::End();
}

} // namespace orrery
