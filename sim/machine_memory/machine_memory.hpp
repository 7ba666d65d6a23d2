#pragma once

#include "sim/probe/machine_peaks.hpp"
#include "sim/simulation/algorithm_speed.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Measurements of this machine that are remembered between starts: in two files of
// $XDG_CACHE_HOME/orrery or ~/.cache/orrery, which are written whole or not at all.

namespace orrery {

// The identity that figures belong to: probe_identity() and this program's version.
std::string machine_identity();

// ---- probe.json: what the machine does at most ----

// `complaint` is set to a line that says why a file that is there is not used.
struct RememberedPeaks {
    std::optional<MachinePeaks> peaks;
    std::string complaint;
};
RememberedPeaks read_remembered_peaks();

// A sentence on why peaks that were measured on a busy machine are not used.
std::string why_not_kept(const MachinePeaks& peaks);

// Throws failure naming the file.
void remember_peaks(const MachinePeaks& peaks);

// The peaks as docs/json.md says.
std::string peaks_json(const MachinePeaks& peaks, const std::string& identity);

// Throws bad_input, naming `where`, for text that is not such JSON, has another identity, or
// figures that cannot be.
MachinePeaks read_peaks_json(std::string_view text, const std::string& identity,
                             const std::string& where);

// ---- choices.json: what algorithms and numbers of bodies are chosen by ----

// Each under a key that says for what it was measured.
struct RememberedChoices {
    std::map<std::string, std::vector<AlgorithmSpeed>> algorithms; // the fastest first
    std::map<std::string, std::size_t> bodies; // that an algorithm steps smoothly
    // The same, measured while others used the machine: it can be more.
    std::map<std::string, std::size_t> busy_bodies = {};
};

// Nothing of another machine, driver or version, nor of a file that cannot be understood: then it
// is measured anew.
RememberedChoices read_choices();

// Adds to the file. Throws failure naming it.
void remember_choices(const RememberedChoices& more);

} // namespace orrery
