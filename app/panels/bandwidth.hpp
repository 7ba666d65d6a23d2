#pragma once

#include "app/state/measurement_status.hpp"
#include "sim/probe/machine_peaks.hpp"

#include <string>
#include <vector>

namespace orrery {

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
BandwidthGrid grid_by_blocks(const ProcessorPeaks& processor, Access access, int width);
BandwidthGrid grid_by_width(const ProcessorPeaks& processor, Access access);

std::vector<int> measured_widths(const ProcessorPeaks& processor);

// The plots of the machine panel, each as wide as the panel and `height` pixels high.

// Bandwidth over threads (of a block, on a GPU), a curve for each access and width.
void bandwidth_curves(const ProcessorPeaks& processor, bool is_gpu, float height);

// Bandwidth of one access and width by threads and blocks; on a CPU, which has no blocks, of one
// access by threads and width.
void bandwidth_map(const ProcessorPeaks& processor, const MachineView& view, bool is_gpu,
                   float height);

} // namespace orrery
