#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// A quick look at what every algorithm of the CPU costs on this machine, on a thread of its own: so
// that what a step will cost can be said before one switches to it. Takes some tens of
// milliseconds; destruction cancels it.
class CostSurvey : public Feature {
public:
    // Begins once there are bodies, and tells app.history what was found.
    void update(Frame& frame) override;

private:
    struct Finding {
        std::string algorithm;
        std::size_t count;
        double milliseconds; // of one evaluation
    };

    void begin(const Settings& settings);

    bool begun_ = false;
    Job<std::vector<Finding>> findings_;
};

} // namespace orrery
