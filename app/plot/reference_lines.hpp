#pragma once

#include "app/state/plot_status.hpp"
#include "sim/scenes/galaxy_model.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What a curve of theory needs to know of the scene.
struct ReferenceScene {
    std::string source; // a scene's id
    double gravity = 1;
    double mass = 1; // of all bodies
};

// What theory says of a scene that is a model, between two distances.
class ReferenceLines {
public:
    std::vector<PlotLine> density(const ReferenceScene& scene, const std::string& component,
                                  double from, double to) const;
    std::vector<PlotLine> rotation(const ReferenceScene& scene, double from, double to);

private:
    std::optional<GalaxyModel> galaxy_; // takes a while to make
};

// Of the Lagrange radii: as long as they do not change, or while a ball falls. Through the times.
std::vector<PlotLine> lagrange_reference(const ReferenceScene& scene, double from, double to);

} // namespace orrery
