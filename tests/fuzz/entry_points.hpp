#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace orrery {

// An entry point for the bytes that a fuzzer makes up: they are read as a file of one format.
// Reading may throw an Error, in one line that names the file, and nothing else; what is read
// without one must be fit to be written again. Anything else aborts.
struct FuzzTarget {
    const char* name; // of the folder with its corpus
    void (*run)(std::span<const std::byte> bytes);
};

void fuzz_tipsy(std::span<const std::byte> bytes);
void fuzz_csv(std::span<const std::byte> bytes);
// Puts the checksum right first, or no made-up session would ever get past it.
void fuzz_session(std::span<const std::byte> bytes);
// Settings that are read must also come back the same.
void fuzz_settings(std::span<const std::byte> bytes);

inline constexpr std::array<FuzzTarget, 4> fuzz_targets = {{{"tipsy", fuzz_tipsy},
                                                            {"csv", fuzz_csv},
                                                            {"session", fuzz_session},
                                                            {"settings", fuzz_settings}}};

} // namespace orrery
