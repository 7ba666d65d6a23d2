#pragma once

#include "sim/snapshot_header.hpp"
#include "sim/snapshots/toml_table.hpp"
#include "sim/snapshots/toml_text.hpp"

namespace orrery {

// The header of a snapshot as a table of a session. Like toml_table.hpp for source files only.
inline constexpr const char* header_table = "snapshot_header";

void append_header(TomlText& toml, const SnapshotHeader& header);

// Throws bad_input, naming line and column, for what makes no sense.
SnapshotHeader header_from_table(TomlTable& table);

} // namespace orrery
