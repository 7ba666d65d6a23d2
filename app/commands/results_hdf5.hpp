#pragma once

#include "app/commands/density.hpp"
#include "app/commands/forces.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace orrery {

// Why this build writes no HDF5; empty where it does.
std::string_view hdf5_unavailable();

// What forces_file.hpp says of `.h5`. Throws failure, naming the file.
void write_hdf5_forces(const std::filesystem::path& file, const Forces& forces,
                       std::span<const std::int64_t> ids, const System& system);

// What density_file.hpp says of `.h5`. Throws failure, naming the file.
void write_hdf5_density(const std::filesystem::path& file, const Density& density,
                        std::span<const std::int64_t> ids, const System& system);

} // namespace orrery
