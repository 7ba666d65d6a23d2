#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// An array in a session's payload.
struct SessionArray {
    std::string name;   // "position_x"
    std::string type;   // "float64", "float32", "int32", "int64", "uint32" or "uint64"
    std::size_t offset; // from the payload's start: a multiple of 64
    std::size_t bytes;
};

inline constexpr std::size_t session_alignment = 64;
inline constexpr std::string_view session_magic = "orrery-session ";
inline constexpr std::uint64_t session_version = 1;

constexpr std::size_t session_aligned(std::size_t bytes) {
    return (bytes + session_alignment - 1) / session_alignment * session_alignment;
}

// The arrays of so many bodies, in the order of the file, and where they lie. Types are "" where
// bodies have no ids or no softenings; columns are the system's.
struct SessionContents {
    std::size_t bodies = 0;
    std::string id_type, softening_type;
    struct Column {
        std::string name, type;
        std::size_t bytes;
    };
    std::vector<Column> columns = {};
};
std::vector<SessionArray> session_arrays(const SessionContents& contents);

// From the payload's start to the checksum.
inline std::size_t session_payload_size(const std::vector<SessionArray>& arrays) {
    return arrays.empty() ? 0 : session_aligned(arrays.back().offset + arrays.back().bytes);
}

// The last line: "crc32c 1234abcd\n".
inline constexpr std::size_t session_trailer_size = 16;
std::string session_trailer(std::uint32_t checksum);

} // namespace orrery
