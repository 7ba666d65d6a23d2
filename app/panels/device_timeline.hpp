#pragma once

#include "app/state/history.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace orrery {

// What each of several GPUs did in the newest step, side by side.
struct DeviceTimeline {
    struct Row {
        std::size_t member = 0;
        std::string name; // "GPU 0"; "GPU 0 (2)" where it counts as a second one
        std::vector<StepTimings::DeviceSpan> spans;
    };

    std::vector<Row> rows;           // in the group's order
    std::vector<std::string> phases; // in the order they began
    double milliseconds = 0;         // when the last GPU was done
};

// Without rows where the newest step ran on the CPU or on one GPU.
DeviceTimeline device_timeline(const History& history);

// A row of coloured bars for each GPU, under a heading with the legend; `size` is the plot's.
void device_timeline_plot(const DeviceTimeline& timeline, const ImVec2& size);

} // namespace orrery
