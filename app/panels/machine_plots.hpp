#pragma once

#include "app/panels/plot_marks.hpp"
#include "app/state/app_state.hpp"
#include "app/state/measurement_status.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A processor's highest performance, as a function of the operations per byte of memory.
struct Roof {
    std::string name; // "CPU", "GPU"
    double bytes_per_second = 0;
    double flops = 0;
    double issue_limit = 0; // of one-sided direct sums; 0 where not known

    double at(double intensity) const { // FLOP/s
        return std::min(intensity * bytes_per_second, flops);
    }
    // From this intensity on, arithmetic is the limit.
    double ridge() const { return flops / bytes_per_second; }
};

// An algorithm that has run on these bodies.
struct RoofDot {
    std::string algorithm;
    double intensity = 0; // FLOP a byte
    double flops = 0;     // a second, by the field's count
    bool live = false;
};

// Williams, Waterman & Patterson, "Roofline: An Insightful Visual Performance Model for Multicore
// Architectures", CACM 52(4), 65 (2009).
struct Roofline {
    std::vector<Roof> roofs;
    std::vector<RoofDot> dots;
    ValueExtent intensities{0.1, 1000}, flops; // of the axes
};

// The roofline of the machine's measured peaks, which must be set.
Roofline roofline(const AppState& app);

// One curve: bandwidth by threads, on a GPU with curve_blocks().
struct BandwidthCurve {
    Access access;
    int width;
    std::vector<double> threads, gigabytes; // per second
};
// The middle one of the numbers of blocks that were measured: few enough that threads per block
// matter, enough to occupy the chip.
int curve_blocks(const ProcessorPeaks& processor);
std::vector<BandwidthCurve> bandwidth_curves_of(const ProcessorPeaks& processor);

// A matrix of GB/s, row by row from the top; 0 where nothing was measured.
struct BandwidthGrid {
    std::vector<std::string> columns; // threads
    std::vector<std::string> rows;    // the topmost first: many blocks, or wide elements
    std::vector<double> gigabytes;
};
// One access by threads and blocks, for elements of `width`; unset: by threads and width.
BandwidthGrid bandwidth_grid(const ProcessorPeaks& processor, Access access,
                             std::optional<int> width);

// The plots of the machine panel, each as wide as the panel and `height` pixels high.

// The machine's roofs, log-log, with a dot for each algorithm that has run on these bodies.
void roofline_plot(const AppState& app, float height);

// Bandwidth over threads (of a block, on a GPU), a curve for each access and width.
void bandwidth_curves(const ProcessorPeaks& processor, bool is_gpu, float height);

// Bandwidth of one access and width by threads and blocks; on a CPU, which has no blocks, of one
// access by threads and width.
void bandwidth_map(const ProcessorPeaks& processor, const MachineView& view, bool is_gpu,
                   float height);

} // namespace orrery
