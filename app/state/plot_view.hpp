#pragma once

#include "sim/structure/body_quantity.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// What a plot of the scene shows.
enum class PlotKind {
    histogram, // of one quantity
    density,   // over the distance from the centre
    rotation,  // the speed about the centre, over the distance
    lagrange,  // radii that hold shares of the mass, over time
    phase,     // distance and radial speed
    phase_x    // place and speed along x
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
// Nothing where there is no plot of that name.
const PlotChoice* find_plot(std::string_view id);

void choose_plot(PlotView& view, const PlotChoice& choice);

// What a range that is dragged in the plot is of; none: it chooses no bodies.
struct BrushedQuantities {
    std::optional<BodyQuantity> across = {}, up = {};
};
BrushedQuantities brushed_quantities(const PlotView& view);

// A range in words: "2.4 2.6", or "1 2 -0.5 0.5" of two quantities; "": none, or not of what the
// plot shows. Both throw bad_input for words that are no range, or not of this plot.
std::string brush_words(const PlotView& view);
void set_brush(PlotView& view, const std::string& words);
std::vector<double> read_brush(const std::string& words);

} // namespace orrery
