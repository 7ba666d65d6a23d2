#pragma once

#include "app/panels/plot_marks.hpp"
#include "app/state/app_state.hpp"

#include <string>
#include <vector>

namespace orrery {

// What a processor can reach at most, by how much arithmetic a byte of memory feeds.
struct Roof {
    std::string name; // "CPU", "GPU"
    double bytes_per_second = 0;
    double flops = 0;
    double issue_limit = 0; // of one-sided direct sums; 0 where not known

    double at(double intensity) const; // FLOP/s
    double ridge() const;              // from this intensity on, arithmetic is the limit
};

// An algorithm that has run on these bodies.
struct RoofDot {
    std::string algorithm;
    double intensity = 0; // FLOP a byte
    double flops = 0;     // a second, by the field's count
    bool live = false;
};

struct RoofPoint {
    double intensity, flops;
};

// Williams, Waterman & Patterson, "Roofline: An Insightful Visual Performance Model for Multicore
// Architectures", CACM 52(4), 65 (2009).
struct Roofline {
    std::vector<Roof> roofs;
    std::vector<RoofDot> dots;
    std::vector<RoofPoint> trail; // where the live one was in the last seconds, oldest first
    ValueExtent intensities{0.1, 1000}, flops; // of the axes
};

// Of the machine's measured peaks, which must be there.
Roofline roofline(const AppState& app);

// The machine's roofs, log-log, with a dot for each algorithm that has run on these bodies.
void roofline_plot(const AppState& app, float height);

} // namespace orrery
