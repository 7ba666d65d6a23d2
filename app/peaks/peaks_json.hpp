#pragma once

#include "sim/probe/machine_peaks.hpp"

#include <string>
#include <string_view>

namespace orrery {

// The peaks as docs/json.md says. `identity`: probe_identity() and the program's version, what the
// figures belong to.
std::string peaks_json(const MachinePeaks& peaks, const std::string& identity);

// Throws bad_input, naming `where`, for text that is not such JSON, has another identity, or
// figures that cannot be.
MachinePeaks read_peaks_json(std::string_view text, const std::string& identity,
                             const std::string& where);

} // namespace orrery
