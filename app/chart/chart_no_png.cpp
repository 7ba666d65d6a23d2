#include "app/chart/charts.hpp"

#include "sim/base/error.hpp"

namespace orrery {

std::string chart_png(const Charts&) {
    throw failure("this build cannot draw PNG charts: cairo was not found", "",
                  "write it as .svg, or build with libcairo2-dev");
}

} // namespace orrery
