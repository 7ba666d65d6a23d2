#pragma once

#include "app/plot/reference_lines.hpp"
#include "app/state/plot_status.hpp"
#include "sim/machine/workers.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What is to be measured.
struct PlotRequest {
    PlotView view;
    bool show = false; // else only the chosen bodies are wanted
    Catalogue catalogue;
    std::string source;
    double gravity = 1;
    std::uint64_t load = 0;
    std::shared_ptr<const PlotReading> before; // whose axes it keeps, if they suit it
    // The chosen bodies, where they are held.
    std::shared_ptr<const std::vector<std::uint8_t>> held;
};

// Measures bodies for plots; belongs to the thread that it is used on.
class PlotReader {
public:
    // Of all bodies, as they are when it begins. Throws failure where a GPU is lost.
    PlotReading read(const SimulationThread& simulation, const PlotRequest& request);
    // Of those bodies.
    PlotReading read(const Bodies<double>& bodies, const PlotRequest& request);

private:
    // A quarter of the cores: the simulation wants them all.
    Workers workers_{background_threads(), Workers::Priority::background};
    ReferenceLines theory_;

    static int background_threads();
};

} // namespace orrery
