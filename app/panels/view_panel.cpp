#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/look_rows.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/appearance.hpp"
#include "render/colour_maps.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

namespace orrery {
namespace {

constexpr Limits colour_limits{0, 1e30, "no colour stands for more"};

// An end of the colour scale, in the unit that the legend names.
void end_row(AppState& app, const char* name, const char* tooltip, float& end, NumberRange range) {
    const ShownUnit unit = scale_unit(app.view, app.units);
    row(name, tr(std::string(tooltip)) + (unit.name.empty() ? "" : ", " + unit.name));
    range.low *= unit.factor;
    range.high *= unit.factor;
    range.beyond = colour_limits;
    double shown = unit.factor * static_cast<double>(end);
    if (number_control(app, name, shown, range)) {
        end = static_cast<float>(shown / unit.factor);
    }
}

// The ends of the colour scale. Typed numbers hold: they end the automatic.
void range_rows(AppState& app) {
    View& view = app.view;
    row("Range", "Range of the colours: automatic, or set by hand; a logarithmic scale shows slow "
                 "and fast bodies alike");
    constexpr std::array ways{tr_noop("auto"), tr_noop("fixed")};
    int by_hand = view.automatic_range ? 0 : 1;
    if (segments("range", ways, by_hand, {}, 0.58F * ImGui::GetContentRegionAvail().x)) {
        view.automatic_range = by_hand == 0;
    }
    ImGui::SameLine();
    constexpr std::array scales{tr_noop("lin"), tr_noop("log")};
    int logarithmic = view.style.logarithmic ? 1 : 0;
    if (segments("scale", scales, logarithmic)) {
        view.style.logarithmic = logarithmic == 1;
    }
    if (view.automatic_range) {
        return;
    }
    const double widest = std::max(static_cast<double>(view.style.scalar_high), 1e-9);
    end_row(app, "from", "Value at the dark end", view.style.scalar_low,
            {.low = 1e-4 * widest, .high = widest, .logarithmic = true, .nought_at_left = true});
    end_row(app, "to", "Value at the bright end", view.style.scalar_high,
            {.low = 1e-2 * widest, .high = 1e2 * widest, .logarithmic = true, .when_let_go = true});
}

void colour_rows(AppState& app) {
    View& view = app.view;
    const Colouring& chosen = colouring_of(view);
    row("Colour by", chosen.tooltip);
    const auto line_of = [&](const Colouring& choice) -> MenuLine {
        return {choice.name, &choice == &chosen, choice.tooltip};
    };
    if (const auto* taken = drop_down("##colour", tr(chosen.name), colourings(), line_of)) {
        app.actions.run(Command{"view.colour_by", taken->id});
    }
    if (chosen.colour_by == ColourBy::scalar || chosen.colour_by == ColourBy::values) {
        range_rows(app);
    }
}

// Every colour map as what it looks like, two beside each other; the chosen one in a frame. Grey
// where bodies are not coloured by a number.
void map_swatches(View& view) {
    BodyStyle& style = view.style;
    const std::string reason = no_palette_because(view);
    ImGui::BeginDisabled(!reason.empty());
    ImGui::Spacing();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float gap = scaled(8);
    const float width = (ImGui::GetContentRegionAvail().x - gap) / 2;
    const float height = scaled(15);
    bool left = true;
    for (const ColourMap& map : colour_maps()) {
        if (!left) {
            ImGui::SameLine(0, gap);
        }
        left = !left;
        ImGui::PushID(map.id);
        if (ImGui::InvisibleButton("##map", {width, height})) {
            style.colour_map = map.id;
        }
        tip(reason.empty() ? map.title : reason);
        const ImVec2 from = ImGui::GetItemRectMin();
        const ImVec2 to = ImGui::GetItemRectMax();
        draw_colour_scale(draw, map, from, to);
        const float lit = animated("lit", !reason.empty()              ? 0
                                          : style.colour_map == map.id ? 1
                                          : ImGui::IsItemHovered()     ? 0.4F
                                                                       : 0);
        const float out = scaled(2);
        draw.AddRect({from.x - out, from.y - out}, {to.x + out, to.y + out},
                     ImGui::GetColorU32(ImVec4(1, 1, 1, 0.9F * lit)), scaled(3), scaled(1.5F));
        ImGui::PopID();
    }
    if (!left) {
        ImGui::NewLine();
    }
    ImGui::EndDisabled();
    ImGui::Spacing();
}

void style_rows(AppState& app) {
    look_choice_row(app, "style");
    look_number_row(app, "size");
    look_number_row(app, "brightness");
    look_number_row(app, "exposure");
    row("Bloom", "A glow around bright areas, as in an eye or a lens");
    look_flag(app, "bloom", "");
    ImGui::SameLine();
    unless(app.view.style.bloom ? "" : "Bloom is off",
           [&] { look_number(app, "bloom_strength", "strength"); });
}

void show_rows(AppState& app) {
    row("Show", "The colour scale and the names of bodies");
    look_flag(app, "colour_scale", tr_noop("scale"));
    ImGui::SameLine(0, scaled(14));
    look_flag(app, "names", tr_noop("names"));
}

// Nine places for the camera: a click goes to a stored one; an empty one is stored into.
void bookmark_row(const AppState& app) {
    row("Views", "1 to 9 go to a stored view; Ctrl+1 to 9 store the current one");
    const float gap = scaled(3);
    const auto count = static_cast<float>(app.view.stored_views.size());
    const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * gap) / count;
    for (std::size_t slot = 0; slot < app.view.stored_views.size(); ++slot) {
        if (slot != 0) {
            ImGui::SameLine(0, gap);
        }
        const std::string digit = std::to_string(slot + 1);
        const bool stored = app.view.stored_views[slot].has_value();
        const Action& action =
            app.actions.find((stored ? "camera.view_" : "camera.store_") + digit);
        ImGui::PushStyleColor(ImGuiCol_Text, stored ? accent_colour() : quiet_colour());
        ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                            ImVec2(0, ImGui::GetStyle().FramePadding.y));
        if (ImGui::Button(digit.c_str(), {width, 0})) {
            action.run();
        }
        ImGui::PopStyleVar();
        ImGui::PopStyleColor();
        tip(tooltip_text(action));
    }
}

void camera_rows(AppState& app) {
    row("Camera", "Drag to orbit the centre, or fly and look around (V)");
    constexpr std::array modes{tr_noop("orbit"), tr_noop("fly")};
    int mode = app.camera.mode() == CameraMode::fly ? 1 : 0;
    if (segments("mode", modes, mode)) {
        app.actions.run("camera.fly");
    }
    row("Look at");
    app.actions.button("camera.frame", "All bodies");
    ImGui::SameLine();
    app.actions.button("camera.home", "Home");
    bookmark_row(app);
}

} // namespace

void view_panel(AppState& app) {
    if (begin_panel("View")) {
        colour_rows(app);
        map_swatches(app.view);
        style_rows(app);
        show_rows(app);
        density_rows(app);
        tree_rows(app);
        camera_rows(app);
        if (!app.interop_fallback.empty()) {
            small_text(quiet_colour(), "Positions are copied through the CPU");
            tip(tr(app.interop_fallback));
        }
    }
    ImGui::End();
}

} // namespace orrery
