#pragma once

#include "sim/inspection.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/state/state_reading.hpp"
#include "sim/tree/prepared_tree.hpp"

#include <optional>
#include <stop_token>

namespace orrery {

// The tree that cpu.tree would build over bodies, to be looked at while something else computes.
// Keeps its memory between calls.
class TreePreview {
public:
    // `bodies`: position and mass. `settings`: for the options of cpu.tree. Nothing if asked to
    // stop.
    std::optional<Inspection> inspect(const BodyValues& bodies, const Settings& settings,
                                      double softening, const InspectRequest& request,
                                      Workers& workers, const std::stop_token& stop);

private:
    PreparedTree<float> prepared_;
};

} // namespace orrery
