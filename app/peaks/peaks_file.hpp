#pragma once

#include "sim/probe/machine_peaks.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace orrery {

// $XDG_CACHE_HOME/orrery/probe.json or ~/.cache/orrery/probe.json; nullopt where neither is known.
std::optional<std::filesystem::path> peaks_file();

// probe_identity() and this program's version.
std::string peaks_identity();

// What was remembered of this machine, if anything; `complaint` is set to a line that says why a
// file that is there is not used.
struct RememberedPeaks {
    std::optional<MachinePeaks> peaks;
    std::string complaint;
};
RememberedPeaks read_remembered_peaks();

// Of peaks that were measured while others used the machine: a sentence on why they are not used.
std::string why_not_kept(const MachinePeaks& peaks);

// Writes the file, making its folder; whole or not at all. Throws failure naming the file.
void remember_peaks(const MachinePeaks& peaks);

} // namespace orrery
