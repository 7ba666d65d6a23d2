#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/panels.hpp"
#include "app/state/appearance.hpp"
#include "app/state/guide_lines.hpp"
#include "render/colour_maps.hpp"

#include <fmt/format.h>

#include <cmath>

namespace orrery {
namespace {

double number_of(const LookProperty& property, const Look& look) {
    return double{std::get<float>(property.member.get(look))};
}

// Rows for fields of the look, by their ids: name, tooltip, range and values are those of the table
// (app/state/look_properties.cpp).
// The control alone, called `name`, in a row that is begun.
void look_number(AppState& app, const char* id, const char* name) {
    const LookProperty& property = *find_look_property(id);
    double value = number_of(property, app.view);
    if (number_control(
            app, name, value,
            {.low = property.slider.low,
             .high = property.slider.high,
             .logarithmic = property.slider.logarithmic,
             .beyond = Limits{property.range.minimum, property.range.maximum, "more shows nothing"},
             .noun = property.title,
             .usual = number_of(property, Look{})})) {
        property.member.set(app.view, value);
    }
}

// A whole row: a number, or few values side by side.
void look_row(AppState& app, const char* id) {
    const LookProperty& property = *find_look_property(id);
    row(property.label, property.tooltip);
    if (property.kind == LookProperty::Kind::number) {
        look_number(app, id, property.title);
        return;
    }
    const std::vector<PropertyChoice> choices = property.choices();
    std::vector<std::string> names;
    std::size_t chosen = 0;
    for (const PropertyChoice& choice : choices) {
        if (choice.name == property.words(app.view)) {
            chosen = names.size();
        }
        names.push_back(choice.brief.empty() ? choice.name : choice.brief);
    }
    if (segments(id, names, chosen)) {
        property.member.set(app.view, choices[chosen].name);
    }
}

// An end of the colour scale, in the unit that the legend names.
void end_row(AppState& app, const char* id, float& end, NumberRange range) {
    const LookProperty& property = *find_look_property(id);
    const ShownUnit unit = scale_unit(app.view, app.units);
    row(property.label,
        tr(std::string(property.tooltip)) + (unit.name.empty() ? "" : ", " + unit.name));
    range.low *= unit.factor;
    range.high *= unit.factor;
    range.beyond = Limits{0, 1e30, "no colour stands for more"};
    double shown = unit.factor * static_cast<double>(end);
    if (number_control(app, id, shown, range)) {
        end = static_cast<float>(shown / unit.factor);
    }
}

// The ends of the colour scale. Typed numbers hold: they end the automatic.
void range_rows(AppState& app) {
    View& view = app.view;
    row("Range", "Range of the colours: automatic, or set by hand; a logarithmic scale shows slow "
                 "and fast bodies alike");
    bool by_hand = !view.automatic_range;
    if (either("range", tr_noop("auto"), tr_noop("fixed"), by_hand,
               0.58F * ImGui::GetContentRegionAvail().x)) {
        view.automatic_range = !by_hand;
    }
    ImGui::SameLine();
    either("scale", tr_noop("lin"), tr_noop("log"), view.style.logarithmic);
    if (view.automatic_range) {
        return;
    }
    const double widest = std::max(static_cast<double>(view.style.scalar_high), 1e-9);
    end_row(app, "lowest", view.style.scalar_low,
            {.low = 1e-4 * widest, .high = widest, .logarithmic = true, .nought_at_left = true});
    end_row(app, "highest", view.style.scalar_high,
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
    for (const char* const id : {"style", "size", "brightness", "exposure"}) {
        look_row(app, id);
    }
    if (!hole_runs(drawn_style(app.view, app.catalogue, app.units)).empty()) {
        look_row(app, "hole_size");
        look_row(app, "hole_disk");
    }
    row("Bloom", "A glow around bright areas, as in an eye or a lens");
    action_toggle(app.actions, "view.bloom", "");
    ImGui::SameLine();
    unless(app.view.style.bloom ? "" : "Bloom is off",
           [&] { look_number(app, "bloom_strength", "strength"); });
    row("Show", "The colour scale and the names of bodies");
    action_toggle(app.actions, "view.legend", tr_noop("scale"));
    ImGui::SameLine(0, scaled(14));
    action_toggle(app.actions, "view.labels", tr_noop("names"));
}

// The slice through the scene, and width and error of the densities in the picture.
void density_rows(AppState& app) {
    look_row(app, "slice");
    if (app.view.density.slice == SlicePlane::none &&
        app.view.style.colour_by != ColourBy::values) {
        return;
    }
    look_row(app, "density_width");
    look_row(app, "density_error");
    if (app.density) {
        const std::string width = with_decimal_mark(fmt::format("{:.3g}", app.density->sigma)) +
                                  (app.units.length.empty() ? "" : " " + tr(app.units.length));
        small_text(quiet_colour(), tr_format("Width {}, computed in {}", width,
                                             as_milliseconds(1000 * app.density->seconds)));
    }
}

// A level of the range; the ends push each other along.
void level_row(AppState& app, const char* id, int& level) {
    const LookProperty& property = *find_look_property(id);
    row(property.label, property.tooltip);
    const LevelRange& found = app.get<OverlayStatus>().found;
    const int finest =
        app.get<OverlayStatus>().cells > 0 ? std::max(found.to, found.from + 1) : finest_level;
    double chosen = std::min(level, finest);
    if (number_control(app, id, chosen, {.low = 0, .high = double(finest), .whole = true})) {
        // The far end means the finest level, however the tree grows.
        const int whole = static_cast<int>(std::lround(chosen));
        LevelRange& levels = app.view.tree.levels;
        level = whole >= finest && &level == &levels.to ? finest_level : whole;
        if (levels.from > levels.to) {
            (&level == &levels.from ? levels.to : levels.from) = level;
        }
    }
}

// The levels' colours, and how many boxes they are.
void level_legend(const AppState& app) {
    const float height = scaled(5);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, from.y + height};
    draw_colour_scale(*ImGui::GetWindowDrawList(), level_colours(), from, to);
    ImGui::Dummy({0, height});
    tip("The tree's levels, from the whole space to the finest cells");
    const OverlayStatus& overlay = app.get<OverlayStatus>();
    const LevelRange& levels = app.view.tree.levels;
    const int wanted = levels == LevelRange{} ? 0 : std::min(levels.to, overlay.found.to);
    small_text(quiet_colour(),
               tr_format("{} cells, levels {} to {}{}", with_thousands(overlay.cells),
                         overlay.drawn.from, overlay.drawn.to,
                         wanted > overlay.drawn.to ? tr("; no room for finer levels") : ""));
    small_text(quiet_colour(), overlay.owner);
}

// A patch of colour and what it stands for.
void role_entry(BoxRole role, const std::string& text, const char* tooltip) {
    const auto colour = role_colour(role);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float side = scaled(9);
    const float top = corner.y + (scaled(small_text_height) - side) / 2;
    ImGui::GetWindowDrawList()->AddRect(
        {corner.x, top}, {corner.x + side, top + side},
        faded(ImGui::ColorConvertU32ToFloat4(IM_COL32(colour[0], colour[1], colour[2], 255))), 0,
        scaled(1.5F));
    ImGui::Dummy({side, side});
    ImGui::SameLine(0, scaled(7));
    small_text(quiet_colour(), text);
    tip(tooltip);
}

void walk_legend(const AppState& app) {
    if (!app.picked_body) {
        small_text(quiet_colour(), "Double-click a body to see its tree walk");
        return;
    }
    if (!app.get<OverlayStatus>().interactions) {
        return;
    }
    const InteractionCounts& counts = *app.get<OverlayStatus>().interactions;
    if (counts.of_cells) { // a fast multipole method
        role_entry(BoxRole::group, tr_format("its leaf: {} bodies", counts.in_group),
                   "Neighbours that share one local expansion");
        role_entry(
            BoxRole::local, tr_format("{} cells on cells", with_thousands(counts.locals)),
            "M2L: so far from the leaf, or a cell around it, that one polynomial gives their "
            "pull on all bodies inside");
        role_entry(BoxRole::multipole,
                   tr_format("{} cells on bodies", with_thousands(counts.multipoles)),
                   "M2P: too near the leaf for that, so their multipoles pull each of its bodies "
                   "separately");
    } else { // a tree code
        role_entry(BoxRole::group, tr_format("its group: {} bodies", counts.in_group),
                   "Neighbours that walk the tree together");
        role_entry(BoxRole::multipole,
                   tr_format("{} cells with their shape", with_thousands(counts.multipoles)),
                   "Used whole, by mass and second moments");
        role_entry(BoxRole::monopole,
                   tr_format("{} cells as points", with_thousands(counts.monopoles)),
                   "So far away that their mass alone is enough");
    }
    role_entry(BoxRole::leaf,
               tr_format("{} leaves opened, {} bodies", with_thousands(counts.leaves),
                         with_thousands(counts.in_leaves)),
               "Too close: every body counts separately");
}

// The octree on screen.
void tree_rows(AppState& app) {
    TreeView& tree = app.view.tree;
    row("Tree", "The octree that the algorithm uses, or that a tree code would build (O); and the "
                "cells that a double-clicked body opens (Shift+O)");
    action_toggle(app.actions, "view.octree", tr_noop("boxes"));
    ImGui::SameLine(0, scaled(14));
    action_toggle(app.actions, "view.walk", tr_noop("walk"));
    if (tree.boxes) {
        level_row(app, "tree_from", tree.levels.from);
        level_row(app, "tree_to", tree.levels.to);
    }
    if (tree.boxes || tree.walk) {
        look_row(app, "tree_cut");
    }
    if (!app.get<OverlayStatus>().notice.empty()) {
        small_text(quiet_colour(), app.get<OverlayStatus>().notice);
        return;
    }
    if (tree.boxes && app.get<OverlayStatus>().cells > 0) {
        level_legend(app);
    }
    if (tree.walk) {
        walk_legend(app);
    }
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
    bool flies = app.camera.mode() == CameraMode::fly;
    if (either("mode", tr_noop("orbit"), tr_noop("fly"), flies)) {
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
