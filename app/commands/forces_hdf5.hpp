#pragma once

#include "app/commands/forces.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace orrery {

// The HDF5 form of a forces file (forces_file.hpp). Built with the HDF5 library, forces_hdf5.cpp;
// without it, forces_no_hdf5.cpp.

// Empty, or why this build cannot write HDF5.
std::string_view hdf5_forces_unavailable();

// Throws failure, naming the file.
void write_hdf5_forces(const std::filesystem::path& file, const Forces& forces,
                       std::span<const std::int64_t> ids, const System& system);

} // namespace orrery
