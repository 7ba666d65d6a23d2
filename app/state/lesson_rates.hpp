#pragma once

#include <string>
#include <vector>

namespace orrery {

// A way to differentiate a field or to transpose a matrix, as it was measured: `bytes_per_second`
// counts each value read once and written once.
struct LessonRate {
    std::string variant; // "gpu.tile"
    std::string title;
    std::string of; // the axis, or the matrix
    double bytes_per_second = 0;
    double copy_share = 0; // of a copy's rate by the same processor
};

// Rates of the lessons, as far as they have been measured; app.get<LessonRates>().
struct LessonRates {
    bool under_way = false;
    double fraction = 0;
    std::string doing = {};
    std::vector<LessonRate> stencils = {}, transposes = {};
};

struct MeasureLessons {}; // what is under way already, ends instead

} // namespace orrery
