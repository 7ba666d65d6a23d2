#pragma once

#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Where a chart stands: over the picture, or small in a corner of it.
struct ChartFrame {
    OpenPicture at;
    bool small = false;
    float type = 0; // of a small one
};

// Parts of the chart on their way to where they are to be: bars that grow, lines, the frame itself.
struct ChartMotion {
    struct Part {
        float share = 0;
        double at = 0; // seconds since the window opened
    };
    std::map<std::string, Part> parts;
    bool began = false; // the chart was there in the frame before; else all is in its place at once
};
// Where that part is now.
float moved(AppState& app, const std::string& part, float target);

float written_width(const std::string& text);
// At the frame's head, in smaller type where it is too long for that.
void write_heading(const ChartFrame& frame, const ImVec4& colour, const std::string& words);
// Ticks along the foot, each with a line through the chart; words where there is room for them.
void draw_ticks(const std::vector<std::pair<float, std::string>>& ticks, float top, float foot,
                float words);

// In type that leaves room for every label at the lines' ends.
void draw_scaling(AppState& app, const ChartFrame& frame);

} // namespace orrery
