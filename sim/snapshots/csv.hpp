#pragma once

#include "sim/snapshot.hpp"
#include "sim/system.hpp"

namespace orrery {

extern const SnapshotFormat csv_format;

// Its two halves: csv_reader.cpp (which describes the format) and csv_writer.cpp.
bool looks_like_csv(std::span<const std::byte> head);
System read_csv(const FileContents& contents);
void write_csv(AtomicFile& file, const System& system);

} // namespace orrery
