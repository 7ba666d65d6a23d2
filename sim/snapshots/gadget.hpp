#pragma once

#include "sim/snapshot.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace orrery {

extern const SnapshotFormat gadget_format;

// The names of the types of particles, PartType0 first. SWIFT's second and third kind of dark
// matter and its neutrinos have types of their own, see gadget_header.hpp.
inline constexpr std::array<std::string_view, 8> gadget_type_names = {
    "gas",   "dark matter", "disk",      "bulge",
    "stars", "black holes", "neutrinos", "self-interacting dark matter"};
inline constexpr std::size_t gadget_type_count = gadget_type_names.size();
// The number of types that GADGET has, and that are written.
inline constexpr std::size_t written_gadget_types = 6;

// As gadget_format does.
void write_gadget(AtomicFile& file, const System& system);

// By the eight bytes that HDF5 files begin with.
bool is_hdf5(std::span<const std::byte> head);

// Throws bad_input, saying what to do, for a file in GADGET's own binary formats, 1 and 2.
void refuse_gadget_binary(std::span<const std::byte> head, const std::filesystem::path& file);

} // namespace orrery
