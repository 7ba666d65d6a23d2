#pragma once

#include "render/body_sampling.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "sim/base/body_target.hpp"
#include "sim/inspection.hpp"
#include "sim/simulation/property.hpp"
#include "sim/structure/body_quantity.hpp"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// The kinds of plots of the scene.
enum class PlotKind {
    histogram, // of one quantity
    density,   // over the distance from the centre
    rotation,  // the speed about the centre, over the distance
    lagrange,  // radii that hold shares of the mass, over time
    phase,     // distance and radial speed
    phase_x,   // place and speed along x
    power,     // of waves of the density, over their wave number
    haloes     // how many are as heavy or heavier
};

// Bodies that are chosen by one quantity, or by two.
struct PlotBrush {
    BodyQuantity quantity = BodyQuantity::distance;
    BrushRange range = {};
    std::optional<BodyQuantity> other = {};
    BrushRange other_range = {};
    bool operator==(const PlotBrush&) const = default;
};

// The plot of the scene, as a value: a session keeps it.
struct PlotView {
    PlotKind kind = PlotKind::histogram;
    BodyQuantity quantity = BodyQuantity::speed; // of the histogram
    std::string component = {};                  // by its name; empty: all bodies
    bool logarithmic = false;                    // the axis of what is not always so
    bool large = false;                          // beside the picture, for an audience
    std::optional<PlotBrush> brush = {};
    bool operator==(const PlotView&) const = default;
};

// Each plot that can be chosen, by a name of its own: "semi-major axis", "lagrange radii".
struct PlotChoice {
    PlotKind kind;
    BodyQuantity quantity; // of a histogram
    const char* id;
    const char* title;
    const char* tooltip;
};
std::span<const PlotChoice> plot_choices();
const PlotChoice& plot_choice(const PlotView& view);
// An id that there is none of changes nothing.
void choose_plot(PlotView& view, std::string_view id);

// The quantities of a range that is dragged in the plot; none: it chooses no bodies.
struct BrushedQuantities {
    std::optional<BodyQuantity> across = {}, up = {};
};
BrushedQuantities brushed_quantities(const PlotView& view);

// A range in words: "2.4 2.6", or "1 2 -0.5 0.5" of two quantities; "": none, or not of what the
// plot shows. Both throw bad_input for words that are no range, or not of this plot.
std::string brush_words(const PlotView& view);
void set_brush(PlotView& view, const std::string& words);
std::vector<double> read_brush(const std::string& words);

// How cells of the octree end that reach far: where their bodies do, at a cube around what the
// camera looks at; or only a plane through it is drawn, flat.
enum class TreeCut { none, cube, plane };

// What of the octree is drawn around the bodies.
struct TreeView {
    bool boxes = false;
    LevelRange levels;
    bool walk = false; // what pulls on the picked body's group: cells, points, bodies
    TreeCut cut = TreeCut::none;
    bool operator==(const TreeView&) const = default;
};

// The plane of a slice through what the camera looks at: one that faces it, or along two axes.
enum class SlicePlane { none, camera, xy, xz, yz };

// Haloes in the picture: groups of friends, found as bodies move.
struct HaloView {
    bool rings = false;   // around the heaviest, with their names
    int named = 10;       // so many of them
    float linking = 0.2F; // length, in mean distances of bodies
    bool operator==(const HaloView&) const = default;
};

// Densities in the picture: each body spread as a Gaussian.
struct DensityView {
    float width = 1;     // of the Gaussian, relative to what suits the bodies
    float error = 1e-3F; // as a part of the density
    SlicePlane slice = SlicePlane::none;
    bool operator==(const DensityView&) const = default;
};

// What lies over the picture: the panels, what an audience reads, or nothing.
enum class Layer { panels, stage, nothing };

// The number that an audience reads in the largest type: what a step of a talk is about.
enum class StageNumber {
    nothing,
    factor, // how many times as fast as the reference
    error,  // of the forces
    time,   // of a step
    rate,   // interactions a second
    bodies,
    energy, // how far it has drifted
    growth, // how the work grows with the bodies
    cells,  // of the octree that are drawn
    terms,  // that a body feels: bodies and cells
    moment  // that is simulated
};

// The colours of panels and stage: for a dark room, for a bright one, and for a projector, which
// turns greys into black or white.
enum class Theme { dark, light, projector };

// What is seen, as a value: Settings say what is computed, this says how it looks. A session keeps
// both.
struct Look {
    BodyStyle style = {.colour_by = ColourBy::natural};
    BodyScalar scalar = BodyScalar::speed;
    bool automatic_range = true; // the colour scale follows the bodies
    Layer layer = Layer::panels; // Tab goes round
    Theme theme = Theme::dark;
    std::string reference = "cpu.aos"; // the algorithm that the others' costs are compared with
    bool scene_looks = true; // a scene that is chosen brings its own colours, sizes and paths
    bool show_dark = false;  // what gives no light
    bool show_trails = false;
    float trail_length = 1; // relative to what suits the system
    bool show_orbits = false;
    bool show_path_ahead = false; // of the body that is picked
    bool show_velocities = false; // of some bodies, as arrows
    bool show_grid = false;       // with round numbers, in the plane z = 0
    bool show_axes = false;
    bool show_box = true;         // the edges of a periodic one
    bool show_neighbours = false; // its bodies again in the 26 boxes around it
    bool physical_view = false;   // an expanding box grows as space does; else it stays as it is
    float line_glow = 0;          // of lines, 0 … 1
    bool fade_lines = false;   // the farther a line is behind what the camera looks at, the fainter
    float stars = 0;           // how bright the sky's are, 0 … 1
    bool race_overlay = false; // racers in one view, each in a colour of its own
    bool show_scale_bar = false; // a length beside the picture
    bool show_labels = true;
    bool show_chart = false;   // of the algorithms' speeds
    bool chart_corner = false; // a small one, of those that have run
    bool chart_growth = false; // of times over the number of bodies instead
    bool logarithmic_chart = true;
    StageNumber stage_number = StageNumber::nothing;
    bool show_code = false;   // of the algorithm that runs
    bool show_kernel = false; // what its threads do, as a drawing
    bool show_legend = true;
    TreeView tree;
    DensityView density;
    HaloView haloes;
    PlotView plot;                // of what happens in the scene
    bool keep_frame_rate = true;  // leaves something out while drawing takes too long
    bool web_flight = false;      // the camera flies from halo to halo
    float rotation = 0;           // degrees a second, of the camera about what it looks at
    float drift = 0;              // percent a second that it comes closer
    bool keep_in_frame = false;   // it moves so that bodies stay as large on screen
    bool turn_with_orbit = false; // the camera, with the body that it follows about the heaviest
    float travel_speed = 1;       // of camera flights, and of turns in them; 1: as usual
    float turn_speed = 1;
    bool reduced_motion = false;      // fades instead of flights
    std::optional<CameraPose> camera; // unset: where it is
    std::array<std::optional<CameraPose>, 9> stored_views;
    std::vector<CameraFlight> keyframes; // of a flight; the first one's seconds lead to it

    bool operator==(const Look&) const = default;
};

// The reduced quality of the window's picture that keeps frames in time.
struct PictureQuality {
    DrawingQuality drawing;
    double resolution = 1; // pixels a side, as a share of the window's
    bool operator==(const PictureQuality&) const = default;
};

// A field of Look.
using LookProperty = PropertyOf<Look>;

// In the order of sessions, which is one in which they can be set: a plot before its range.
std::span<const LookProperty> look_properties();
const LookProperty* find_look_property(std::string_view id_or_title); // null if there is none

} // namespace orrery
