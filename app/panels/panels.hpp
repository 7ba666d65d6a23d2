#pragma once

#include "app/numbers.hpp" // with_thousands, with_prefix, as_milliseconds; parse_count for "64k"
#include "app/window/app_state.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace orrery {

// Each draws one panel; the dock layout of the first start is made by lay_out_panels.
void simulation_panel(AppState& app);
void algorithm_deck_panel(AppState& app);
void timings_panel(AppState& app);
void trust_panel(AppState& app);
void machine_panel(AppState& app); // measured peaks, roofline
void view_panel(AppState& app);    // camera, colour, style

// Menu bar and status line in one: scene, transport buttons, time, bodies, algorithm, ms, fps.
void status_line(AppState& app);
void legend_overlay(AppState& app);  // the colour scale, over the picture
void label_overlay(AppState& app);   // names of labelled bodies (Sun, Earth …)
void help_overlay(AppState& app);    // F1: every action and its key, and the mouse
void command_palette(AppState& app); // Ctrl+K: type to find an action, scene or algorithm
void error_banner(AppState& app);    // what went wrong and what can be done
void toast_overlay(AppState& app);
void hint_line(AppState& app); // first seconds: "F1 help · Space pause · A algorithm"

// Colour of an algorithm family, used everywhere (deck, plots, status line); linear 0 … 1 sRGB.
struct Rgb {
    float red, green, blue;
};
Rgb family_colour(const std::string& family);

// Fonts (Inter, JetBrains Mono), colours and metrics at `scale`; called when the scale changes.
void apply_theme(float scale);

// Loads the fonts into Dear ImGui's context, once: from the program's own folder or from where
// systems keep theirs. ImGui's own font stands in for those not found.
void load_fonts(const std::filesystem::path& own = {});
// What to tell the user once where that was so.
std::optional<std::string> missing_fonts(const std::filesystem::path& own = {});

// Docks the panels around the central picture as suits the window's size in pixels: columns of
// two panels each where there is height for them, of tabs where there is not, and a single column
// of tabs in a window too small for two.
void lay_out_panels(unsigned int dockspace, Extent window, float scale);

// Keeps the layout fitting: makes the standard one when there is none, when one of another scale
// or size would leave panels or picture too little room, or when `anew`; widens the columns with
// the scale. Call once a frame, before the dockspace is drawn.
void fit_panels(unsigned int dockspace, Extent window, float scale, PanelFit& fit, bool anew);

} // namespace orrery
