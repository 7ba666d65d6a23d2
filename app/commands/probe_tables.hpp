#pragma once

#include "sim/probe/machine_peaks.hpp"

#include <string>

namespace orrery {

// A machine's peaks for people: rates, memory by access and width over threads, links.
std::string probe_tables(const MachinePeaks& peaks);

} // namespace orrery
