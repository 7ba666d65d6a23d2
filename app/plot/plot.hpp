#pragma once

#include "app/panels/plot_marks.hpp"
#include "app/state/app_state.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/scene_space.hpp"
#include "sim/machine/workers.hpp"
#include "sim/system.hpp"

#include <imgui.h>

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// What happens in the scene, as a plot, and the choice of it.
void scene_panel(AppState& app);

// What algorithms cost and how far they err: a point each, and curves as options are moved.
void accuracy_panel(AppState& app);

// The scene's plot beside the picture in large type, while that is wanted; the picture makes room.
void plot_layer(AppState& app);
// What it leaves of a picture that is `open` so far.
ClearArea beside_plot(const AppState& app, const ClearArea& open);

// A request to measure one state of some bodies for a plot.
struct PlotRequest {
    std::uint64_t version = 0, load = 0;
    PlotView view = {};
    bool show = false; // else only the chosen bodies are wanted
    std::shared_ptr<const Catalogue> catalogue = {};
    std::string source = {};
    double gravity = 1;
    SceneSpace space = {};
    Units units = {};
    std::size_t force_cells = 0; // along the box, of the algorithm's mesh; 0: it has none
    double linking = 0.2;        // length, in mean distances
    double time = 0;             // of the bodies that are measured
    std::shared_ptr<const PlotReading> before = {}; // whose axes it keeps, if they suit it
    // The chosen bodies, where they are held.
    std::shared_ptr<const std::vector<std::uint8_t>> held = {};

    bool operator==(const PlotRequest& other) const {
        return version == other.version && load == other.load && view == other.view &&
               show == other.show && held == other.held && force_cells == other.force_cells &&
               linking == other.linking;
    }
};

// Part of it where it was stopped.
PlotReading read_plot(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers,
                      const std::stop_token& stop = {});

// Of waves and of haloes (structure_curves.cpp).
void read_power(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers,
                const std::stop_token& stop, PlotReading& reading);
void read_mass_function(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers,
                        const std::stop_token& stop, PlotReading& reading);

// Puts radii among those of other times, which stay in order; of very many, every other one goes.
void add_radii(std::vector<LagrangeRadii>& all, const LagrangeRadii& radii);

// The scene's properties that a curve of theory depends on.
struct ReferenceScene {
    std::string source; // a scene's id
    double gravity = 1;
    double mass = 1; // of all bodies
};

// Add what theory says of a scene that is a model, between two distances.
void add_density_reference(std::vector<PlotLine>& lines, const ReferenceScene& scene,
                           const std::string& component, double from, double to);
void add_rotation_reference(std::vector<PlotLine>& lines, const ReferenceScene& scene, double from,
                            double to);

// Lagrange radii in theory over time: while they are constant, or while a ball falls.
std::vector<PlotLine> lagrange_reference(const ReferenceScene& scene, double from, double to);

// At most `most` numbers that are round in the shown unit, of which `factor` are one of the axis.
std::vector<PlotTick> ticks_of(const PlotAxis& axis, int most, double factor = 1);

// The axes of a plot, and what stands at them.
struct TitledAxis : PlotAxis {
    std::string title; // with its unit
    double factor = 1; // of the numbers shown, over those of the axis
};
struct PlotAxes {
    TitledAxis x, y;
};
// The axes of `reading`. The vertical one has room for what stands above the curves.
PlotAxes axes_of(const AppState& app, const PlotReading& reading);

// The plot of the scene in the current window, in the current type; a range that is dragged in it
// chooses bodies. `spacious`: its axes' titles stand outside of it.
void draw_scene_plot(AppState& app, const ImVec2& size, bool spacious);

// "1,204 bodies chosen, 12.3 % of the mass"; empty: none are.
std::string chosen_words(const AppState& app);

// "centre: Sun", or how it was measured; empty where that is not known.
std::string about_words(const AppState& app);

// What stands in a plot, between its axes; within ImPlot's Begin and End.
void draw_bars(const PlotReading& reading, bool chosen);
void draw_map(const PhaseMap& map);
void draw_marks(const std::vector<PlotTick>& marks);
void draw_lines(const std::vector<PlotLine>& lines);
// What the curves are called, in their colours; and these names on the plot, where the curves leave
// room: at the right above or below, or at the left below.
std::vector<LegendEntry> curve_names(const std::vector<PlotLine>& lines);
enum class NameCorner { above, below, left_below };
void name_curves(const std::vector<LegendEntry>& names, NameCorner corner);
// Words on a ground of their own, so that they are read over curves.
void write_on_ground(const ImVec2& at, const LegendEntry& words, float opacity = 0.72F);
void draw_lagrange(const AppState& app, const PlotReading& reading);
// What is chosen by this plot, as a band or a frame.
void draw_brush(const PlotView& view);

} // namespace orrery
