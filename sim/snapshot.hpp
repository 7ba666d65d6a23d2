#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

class AtomicFile;
class Communicator;
Communicator& one_process();

// A file's contents in memory, and its name in messages.
struct FileContents {
    std::filesystem::path file;
    std::span<const std::byte> bytes;
};

// A file that a format opens itself, to read it in parts.
struct FileToOpen {
    std::filesystem::path file;
    std::span<const std::byte> bytes; // of what came out of a pipe; else none
    std::size_t sample = 1;           // keeps one in this many bodies, as keep_sample does
};

struct SystemOfFiles {
    System system;
    std::vector<std::filesystem::path> files = {}; // that it came from, in order
};

// A file format for systems of bodies. Reading throws bad_input, naming the file and the byte or
// line, for anything truncated, oversized, contradictory, negative where it cannot be or not
// finite; sizes are checked before allocating.
struct SnapshotFormat {
    const char* id; // "tipsy"
    const char* title;
    const char* extension; // ".tipsy", what writing is chosen by
    // By content: `head` is the first 4 KiB of the file or all of it.
    bool (*recognises)(std::span<const std::byte> head);
    System (*read)(const FileContents& contents);                    // null: see read_in_parts
    void (*write)(AtomicFile& file, const System& system) = nullptr; // null: see write_together
    const char* other_extension = ""; // another that means the same: ".bin"
    bool keeps_units = true;          // G and what units are called
    bool keeps_digits = true;         // double precision
    // The names that components can have, if the format keeps no others.
    std::span<const std::string_view> kept_names = {};
    // Instead of `read`, for files of several parts and files that do not fit into memory.
    SystemOfFiles (*read_in_parts)(const FileToOpen& file) = nullptr;
    // Instead of `write`, for one that many ranks write together, each its share.
    void (*write_together)(const std::filesystem::path& file, const System& system,
                           const Settings& settings, Communicator& ranks) = nullptr;
    bool keeps_header = false; // see SnapshotHeader
    // Whether it can hold one of the system's columns; unset: it can hold none.
    bool (*keeps_column)(const System& system, const BodyColumn& column) = nullptr;
    std::int64_t largest_id = std::numeric_limits<std::int64_t>::max(); // that it can hold
    // Why this build can neither read nor write it.
    std::string_view unavailable = {};
};

// Every format, in the order in which they are asked whether a file is theirs:
// sim/snapshots/formats.cpp.
std::span<const SnapshotFormat> snapshot_formats();

// Adds a format from outside, asked last; to be called in main before anything looks at the list.
// Throws failure if it comes later or a format has its id.
void register_snapshot_format(const SnapshotFormat& format);

// Reads any known format, told by content first and by extension where nothing knows the content.
// Values that the file lacks are chosen to suit the bodies: see
// sim/snapshots/suggested_defaults.hpp.
System read_snapshot(const std::filesystem::path& file);

// Tells one file's contents from another's.
struct FileMark {
    std::size_t bytes = 0;
    std::uint32_t crc32c = 0;
    bool operator==(const FileMark&) const = default;
};

// A file read once: its bodies, its mark and, of a session, the settings that it was saved with
// (which may name an algorithm that this program does not know: see
// sim/simulation/checked_settings.hpp).
struct SnapshotFile {
    System system;
    std::optional<Settings> settings;
    FileMark mark;
};
// `sample`: keeps one in this many bodies. Of a whole session each of many ranks reads its share of
// the bodies (System::bodies_of_ranks), of all else the whole. Collective.
SnapshotFile read_snapshot_file(const std::filesystem::path& file, std::size_t sample = 1,
                                Communicator& ranks = one_process());

// The file that a name stands for: the named one, or the first of the parts whose common stem it is
// ("snap_000" for snap_000.0.hdf5).
std::filesystem::path first_part(const std::filesystem::path& named);

// Whether the file begins as a session does; false where it cannot be read.
bool looks_like_session(const std::filesystem::path& file);

// The format that a file is written in: the one with this id or, where `id` is empty, the one that
// the extension asks for, in small letters or capitals. Throws bad_input where there is none: to be
// asked before hours of simulation.
const SnapshotFormat& format_to_write(const std::filesystem::path& file, std::string_view id = {});

// Writes that format: to a temporary name in the same folder, flushed to the disk, then renamed;
// "-" is standard output. Throws as format_to_write does, and failure when the file cannot be
// written; a file of that name then stays as it was. A session gets the settings to go on with.
// Each of many ranks gives its share: of a session each writes it; else the first one gathers all
// bodies, and writes them. All throw alike. Collective.
void write_snapshot(const std::filesystem::path& file, const System& system,
                    std::string_view format_id = {}, const Settings& settings = {},
                    Communicator& ranks = one_process());

// One sentence on what of the system's units a file in this format cannot hold, and how it is given
// back when the file is read; empty: nothing is lost.
std::string lost_units(const SnapshotFormat& format, const Units& units);

// The same of precision, names, ids and the header.
std::string lost_content(const SnapshotFormat& format, const System& system);

// The same of further quantities of bodies.
std::string lost_columns(const SnapshotFormat& format, const System& system);

} // namespace orrery
