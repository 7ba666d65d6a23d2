#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// Finds out which GPUs there are, for the panels: on a thread of its own, since the driver takes
// its time, and only once an algorithm in force runs on them, since asking takes some of their
// memory.
class GpuSearch {
public:
    // Once a frame; puts what was found in app.gpus.
    void poll(AppState& app);

private:
    Job<std::vector<GpuDevice>> found_;
    bool begun_ = false;
};

} // namespace orrery
