#pragma once

#include "app/state/plot_status.hpp"
#include "sim/machine/workers.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace orrery {

// A request to measure one state of some bodies for a plot.
struct PlotRequest {
    std::uint64_t version = 0, load = 0;
    PlotView view = {};
    bool show = false; // else only the chosen bodies are wanted
    std::shared_ptr<const Catalogue> catalogue = {};
    std::string source = {};
    double gravity = 1;
    std::shared_ptr<const PlotReading> before = {}; // whose axes it keeps, if they suit it
    // The chosen bodies, where they are held.
    std::shared_ptr<const std::vector<std::uint8_t>> held = {};

    bool operator==(const PlotRequest& other) const {
        return version == other.version && load == other.load && view == other.view &&
               show == other.show && held == other.held;
    }
};

PlotReading read_plot(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers);

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

} // namespace orrery
