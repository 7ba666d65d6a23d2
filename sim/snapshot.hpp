#pragma once

#include "sim/bodies.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace orrery {

// A file format for systems of bodies. Reading throws bad_input, naming the file and the byte or
// line, for anything truncated, oversized, contradictory or not finite; sizes are checked before
// allocating. Writing goes to a temporary name, is flushed, then renamed.
struct SnapshotFormat {
    const char* id; // "tipsy"
    const char* title;
    const char* extension; // ".tipsy", what writing is chosen by
    bool (*recognises)(
        const std::filesystem::path& file); // by content, or by extension where content cannot tell
    InitialConditions (*read)(const std::filesystem::path& file);
    void (*write)(const std::filesystem::path& file,
                  const InitialConditions& system); // may be null
};

std::span<const SnapshotFormat> snapshot_formats();

// Reads any known format, told by content first.
InitialConditions read_snapshot(const std::filesystem::path& file);

// Writes the format that the extension asks for.
void write_snapshot(const std::filesystem::path& file, const InitialConditions& system);

// Mass-weighted mean of the per-body softenings; what the solvers' single softening is taken as.
double mean_softening(const Bodies<double>& bodies, std::span<const float> softenings);

} // namespace orrery
