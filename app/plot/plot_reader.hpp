#pragma once

#include "app/state/plot_status.hpp"
#include "sim/machine/workers.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <memory>
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

PlotReading read_plot(const Bodies<double>& bodies, const PlotRequest& request, Workers& workers);

// Puts radii among those of other times, which stay in order; of very many, every other one goes.
void add_radii(std::vector<LagrangeRadii>& all, const LagrangeRadii& radii);

} // namespace orrery
