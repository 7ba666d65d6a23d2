#include "app/panels/tree_rows.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/colour_scale.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/look_rows.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/theme.hpp"
#include "app/state/overlay_colours.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

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
