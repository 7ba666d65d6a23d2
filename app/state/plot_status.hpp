#pragma once

#include "app/numbers.hpp"
#include "app/state/look.hpp"
#include "sim/structure/histogram.hpp"

#include <cstdint>
#include <iterator>
#include <memory>

namespace orrery {

// A curve of a plot: what was measured, or what theory says.
struct PlotLine {
    std::string name;
    bool theory = false;
    std::vector<double> x = {}, y = {};
    std::vector<double> error = {}; // of y, if it is known
    std::string of = {};            // whose it is, if that is said: "disk"
};

// The radii that hold `lagrange_shares` of the mass, at one time.
struct LagrangeRadii {
    double time = 0;
    std::array<double, std::size(lagrange_shares)> radii = {};
};

// What was measured of one moment, for one plot.
struct PlotReading {
    PlotView view; // that it was made for
    std::uint64_t load = 0;
    double time = 0;
    double mass = 0;          // of all bodies
    std::string about = {};   // what is in its centre: "Sun", "the densest core"
    std::string how = {};     // how it was measured, where nothing is in a centre
    double mpc_over_h = 0;    // in the system's lengths, of a universe that expands
    std::string problem = {}; // why there is nothing to see
    Histogram histogram = {}; // of a histogram's quantity
    Histogram chosen = {};    // of the chosen bodies among them
    PhaseMap phase = {};      // of two quantities
    std::vector<PlotLine> lines = {};
    std::vector<PlotTick> marks = {}; // resonances
    std::optional<LagrangeRadii> lagrange = {};
    // A byte for each body where some are chosen: not 0 for those.
    std::shared_ptr<const std::vector<std::uint8_t>> chosen_bodies = {};
    Marked of_chosen = {};
    double seconds = 0; // that it took
};

// What panels and stage know of the plot; not kept by a session.
struct PlotStatus {
    bool shown = false; // by somebody in this frame; whoever measures takes it back
    bool raise = false; // the panel is to come to the front of its tabs
    bool held = false;  // the chosen bodies stay chosen, whatever becomes of them
    std::shared_ptr<const PlotReading> reading = {};
    std::vector<LagrangeRadii> lagrange = {}; // oldest first
    // The start of a range that is being dragged, in shares of the plot's width and height.
    std::optional<std::array<float, 2>> dragged = {};
};

} // namespace orrery
