#pragma once

#include "app/state/feature.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// Runs the ladder: each algorithm that runs here for about a second, on the bodies that are there,
// and then the one before it again. Those whose step would take longer keep their estimate.
class LadderRun : public Feature {
public:
    // Begins where it is asked for, or ends what is under way.
    void update(Frame& frame) override;

private:
    void begin(AppState& app);
    void go_on(AppState& app);

    std::vector<std::string> algorithms_; // still to come; empty: nothing is under way
    std::string chosen_, own_;            // before; that was set last
    double since_ = 0;
    bool under_way_ = false;
};

} // namespace orrery
