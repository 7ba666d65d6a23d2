#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"

namespace orrery {

// Finds out which GPUs there are, for the panels: on a thread of its own, since the driver takes
// its time, and only once an algorithm in force runs on them, since asking takes some of their
// memory.
class GpuSearch : public Feature {
public:
    // Puts what was found in app.gpus.
    void update(Frame& frame) override;

private:
    Job<std::vector<GpuDevice>> found_;
    bool begun_ = false;
};

} // namespace orrery
