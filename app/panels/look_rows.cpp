#include "app/panels/look_rows.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/look.hpp"
#include "render/colour_maps.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace orrery {
namespace {

double number_of(const LookProperty& property, const Look& look) {
    return double{std::get<float>(property.member.get(look))};
}

// A level of the range; the ends push each other along.
void level_row(AppState& app, const char* name, const char* tooltip, int& level) {
    row(name, tooltip);
    const LevelRange& found = app.get<OverlayStatus>().found;
    const int finest =
        app.get<OverlayStatus>().cells > 0 ? std::max(found.to, found.from + 1) : finest_level;
    double chosen = std::min(level, finest);
    if (number_control(app, name, chosen, {.low = 0, .high = double(finest), .whole = true})) {
        // The far end means the finest level, however the tree grows.
        const int whole = static_cast<int>(std::lround(chosen));
        LevelRange& levels = app.view.tree.levels;
        level = whole >= finest && &level == &levels.to ? finest_level : whole;
        if (levels.from > levels.to) {
            (&level == &levels.from ? levels.to : levels.from) = level;
        }
    }
}

std::string cells_text(const AppState& app) {
    const OverlayStatus& overlay = app.get<OverlayStatus>();
    const LevelRange& levels = app.view.tree.levels;
    const int wanted = levels == LevelRange{} ? 0 : std::min(levels.to, overlay.found.to);
    return tr_format("{} cells, levels {} to {}{}", with_thousands(overlay.cells),
                     overlay.drawn.from, overlay.drawn.to,
                     wanted > overlay.drawn.to ? tr("; no room for finer levels") : "");
}

// The levels' colours, and how many boxes they are.
void level_legend(const AppState& app) {
    const float height = scaled(5);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to{from.x + ImGui::GetContentRegionAvail().x, from.y + height};
    draw_colour_scale(*ImGui::GetWindowDrawList(), level_colours(), from, to);
    ImGui::Dummy({0, height});
    tip("The tree's levels, from the whole space to the finest cells");
    small_text(quiet_colour(), cells_text(app));
    small_text(quiet_colour(), app.get<OverlayStatus>().owner);
}

// A patch of colour and what it stands for.
void role_entry(BoxRole role, const std::string& text, const char* tooltip) {
    const auto colour = role_colour(role);
    const auto share = [](std::uint8_t channel) { return static_cast<float>(channel) / 255; };
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float side = scaled(9);
    const float top = corner.y + (scaled(small_text_height) - side) / 2;
    ImGui::GetWindowDrawList()->AddRect(
        {corner.x, top}, {corner.x + side, top + side},
        faded({share(colour[0]), share(colour[1]), share(colour[2]), 1}), 0, scaled(1.5F));
    ImGui::Dummy({side, side});
    ImGui::SameLine(0, scaled(7));
    small_text(quiet_colour(), text);
    tip(tooltip);
}

// Of a tree code.
void cells_on_group_legend(const InteractionCounts& counts) {
    role_entry(BoxRole::group, tr_format("its group: {} bodies", counts.in_group),
               "Neighbours that walk the tree together");
    role_entry(BoxRole::multipole,
               tr_format("{} cells with their shape", with_thousands(counts.multipoles)),
               "Used whole, by mass and second moments");
    role_entry(BoxRole::monopole, tr_format("{} cells as points", with_thousands(counts.monopoles)),
               "So far away that their mass alone is enough");
}

// Of a fast multipole method.
void cells_on_cells_legend(const InteractionCounts& counts) {
    role_entry(BoxRole::group, tr_format("its leaf: {} bodies", counts.in_group),
               "Neighbours that share one local expansion");
    role_entry(BoxRole::local, tr_format("{} cells on cells", with_thousands(counts.locals)),
               "M2L: so far from the leaf, or a cell around it, that one polynomial gives their "
               "pull on all bodies inside");
    role_entry(
        BoxRole::multipole, tr_format("{} cells on bodies", with_thousands(counts.multipoles)),
        "M2P: too near the leaf for that, so their multipoles pull each of its bodies separately");
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
    if (counts.of_cells) {
        cells_on_cells_legend(counts);
    } else {
        cells_on_group_legend(counts);
    }
    role_entry(BoxRole::leaf,
               tr_format("{} leaves opened, {} bodies", with_thousands(counts.leaves),
                         with_thousands(counts.in_leaves)),
               "Too close: every body counts separately");
}

} // namespace

ImVec4 as_seen(const glm::vec3& light) {
    const auto encoded = [](float channel) { return std::pow(channel, 1 / 2.2F); };
    return {encoded(light.r), encoded(light.g), encoded(light.b), 1};
}

void draw_colour_scale(ImDrawList& draw, const ColourMap& map, const ImVec2& from,
                       const ImVec2& to) {
    constexpr int steps = 32;
    const auto colour_at = [&](int step) {
        const auto entry = static_cast<std::size_t>(step * 255 / steps) * 3;
        return ImGui::GetColorU32(
            as_seen({map.rgb[entry], map.rgb[entry + 1], map.rgb[entry + 2]}));
    };
    const float width = (to.x - from.x) / steps;
    for (int i = 0; i < steps; ++i) {
        const float left = from.x + width * static_cast<float>(i);
        draw.AddRectFilledMultiColor({left, from.y}, {left + width, to.y}, colour_at(i),
                                     colour_at(i + 1), colour_at(i + 1), colour_at(i));
    }
}

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

void look_number_row(AppState& app, const char* id) {
    const LookProperty& property = *find_look_property(id);
    row(property.label, property.tooltip);
    look_number(app, id, property.title);
}

void look_choice_row(AppState& app, const char* id) {
    const LookProperty& property = *find_look_property(id);
    row(property.label, property.tooltip);
    const std::vector<PropertyChoice> choices = property.choices();
    std::vector<std::string> names;
    int chosen = 0;
    for (const PropertyChoice& choice : choices) {
        if (choice.name == property.words(app.view)) {
            chosen = static_cast<int>(names.size());
        }
        names.push_back(choice.brief.empty() ? choice.name : choice.brief);
    }
    if (segments(id, names, chosen)) {
        property.member.set(app.view, choices[static_cast<std::size_t>(chosen)].name);
    }
}

void look_flag(AppState& app, const char* id, const char* name) {
    const LookProperty& property = *find_look_property(id);
    bool on = std::get<bool>(property.member.get(app.view));
    if (toggle((std::string("##") + id).c_str(), on)) {
        property.member.set(app.view, on);
    }
    if (*name != '\0') {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        ImGui::TextUnformatted(tr(name));
    }
}

void density_rows(AppState& app) {
    look_choice_row(app, "slice");
    if (app.view.density.slice == SlicePlane::none &&
        app.view.style.colour_by != ColourBy::values) {
        return;
    }
    look_number_row(app, "density_width");
    look_number_row(app, "density_error");
    if (app.density) {
        const std::string width = with_decimal_mark(fmt::format("{:.3g}", app.density->sigma)) +
                                  (app.units.length.empty() ? "" : " " + tr(app.units.length));
        small_text(quiet_colour(), tr_format("Width {}, computed in {}", width,
                                             as_milliseconds(1000 * app.density->seconds)));
    }
}

std::string density_name(const AppState& app, const std::string& noun) {
    const Units& units = app.units;
    return units.length.empty()
               ? tr(noun)
               : tr(noun) + ", " + mass_unit(units).name + "/" + tr(units.length) + "³";
}

void tree_rows(AppState& app) {
    TreeView& tree = app.view.tree;
    row("Tree", "The octree that the algorithm uses, or that a tree code would build (O); and the "
                "cells that a double-clicked body opens (Shift+O)");
    look_flag(app, "tree_boxes", tr_noop("boxes"));
    ImGui::SameLine(0, scaled(14));
    look_flag(app, "tree_walk", tr_noop("walk"));
    if (tree.boxes) {
        level_row(app, "Level from", "Level 0 is the whole space; each level halves the cells",
                  tree.levels.from);
        level_row(app, "to",
                  "The finest level drawn; 0 to the last: those that the picture can resolve",
                  tree.levels.to);
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

} // namespace orrery
