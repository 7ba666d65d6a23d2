#pragma once

#include "app/state/app_state.hpp"
#include "app/state/measurement_status.hpp"

namespace orrery {

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
