#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/snapshot.hpp"
#include "sim/system.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Everything about a running simulation, to go on with later exactly where it was. session.cpp
// describes the file.
struct Session {
    System system; // as it is now; every bit of it is kept
    Settings settings;
    // How it looked, as the TOML table [look] of the window's own making; sim knows nothing of it.
    // Empty: nobody was looking.
    std::string look;
};

// Throws bad_input, naming the file and the byte or line, for what is no whole session.
//
// settings.source then is the session file itself and settings.bodies 0, so that a reset comes back
// to the saved state.
Session read_session(const std::filesystem::path& file);

// Replaces the file as a whole or not at all; throws failure.
void write_session(const std::filesystem::path& file, const Session& session);

// A session in memory, with the settings as they were saved, which may name an algorithm or an
// integrator that this program does not know.
Session parse_session(const FileContents& contents);
// Its system alone: readable also where the settings name an algorithm this program does not have.
System parse_session_system(const FileContents& contents);

// A session as a snapshot: its system alone; written with standard settings.
extern const SnapshotFormat session_format;

// ---- the file ----

// Its numbers are the machine's own.
static_assert(std::endian::native == std::endian::little);

// An array in a session's payload.
struct SessionArray {
    std::string name;       // "position_x"
    std::string type;       // "float64", "float32", "int32", "int64", "uint32" or "uint64"
    std::size_t offset = 0; // from the payload's start: a multiple of 64
    std::size_t bytes = 0;
    // Of a BodyColumn only: what else there is to say of it.
    std::optional<std::size_t> first = {};
    std::size_t width = 1;
    std::vector<std::string> attributes = {};
    std::vector<double> attribute_values = {};
};

inline constexpr std::string_view session_magic = "orrery-session ";
inline constexpr std::uint64_t session_version = 1;

// The next multiple of 64.
constexpr std::size_t session_aligned(std::size_t bytes) {
    return (bytes + 63) / 64 * 64;
}

// The arrays of so many bodies, in the order of the file, and where they lie. Types are "" where
// bodies have no ids or no softenings.
std::vector<SessionArray> session_arrays(std::size_t bodies, const std::string& id_type,
                                         const std::string& softening_type,
                                         const std::vector<SessionArray>& columns = {});

// From the payload's start to the checksum.
inline std::size_t session_payload_size(const std::vector<SessionArray>& arrays) {
    return session_aligned(arrays.back().offset + arrays.back().bytes);
}

// The last line: "crc32c 1234abcd\n".
inline constexpr std::size_t session_trailer_size = 16;
std::string session_trailer(std::uint32_t checksum);

} // namespace orrery
