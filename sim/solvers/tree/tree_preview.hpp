#pragma once

#include "sim/inspection.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <optional>
#include <stop_token>

namespace orrery {

// The tree that cpu.tree would build over bodies, to be looked at while something else computes.
// Keeps its memory between calls.
class TreePreview {
public:
    // `parameters`: cpu.tree's. Nothing if asked to stop.
    std::optional<Inspection> inspect(const BodiesView<float>& bodies,
                                      const ForceParameters& parameters,
                                      const InspectRequest& request, Workers& workers,
                                      const std::stop_token& stop);

private:
    PreparedTree<float> prepared_;
};

} // namespace orrery
