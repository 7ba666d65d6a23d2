#pragma once

#include "app/state/plot_status.hpp"

#include <string>
#include <vector>

namespace orrery {

// What a curve of theory needs to know of the scene.
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

// Of the Lagrange radii: as long as they do not change, or while a ball falls. Through the times.
std::vector<PlotLine> lagrange_reference(const ReferenceScene& scene, double from, double to);

} // namespace orrery
