#pragma once

#include "app/commands/density.hpp"
#include "app/commands/forces.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Forces of every body in file order: `.csv` with the columns id,ax,ay,az,potential (17 digits, so
// that a double survives), or `.h5` with the datasets /id, /acceleration (N x 3) and /potential.
// The id is the file's own, else the index from 0; the potential is left empty, and its dataset
// out, where the algorithm gives none. Both say which units they are in: CSV in comments
// above its header, as snapshots do; HDF5 in the attributes gravity, time, and length_unit,
// time_unit, mass_unit where those have names.
void write_forces(const std::filesystem::path& file, const Forces& forces, const System& system);

// Densities of every body in file order: `.csv` with the columns id,density, or `.h5` with the
// datasets /id and /density. Of a grid: `.csv` with x,y,z,density, x fastest; `.h5` with /density
// as an array of z, y and x, and the attributes first_point and spacing. Units as of forces; `.h5`
// has the attributes sigma and error, too.
void write_density(const std::filesystem::path& file, const Density& density, const System& system);

// Throws bad_input unless forces or densities, the noun, can be written to such a file; to be asked
// before hours of work.
void require_result_format(const std::filesystem::path& file, const std::string& noun);

// Forces somebody else computed, of some or all bodies of a system.
struct ReferenceFile {
    std::vector<std::size_t> body; // index in file order
    std::vector<Vector3> acceleration;
};

// Reads `index,ax,ay,az,potential`, where index counts the bodies from 0, or what write_forces
// writes: `id,...`. Throws bad_input, naming file and line, for anything else and for bodies that
// the system does not have.
ReferenceFile read_reference(const std::filesystem::path& file, std::size_t body_count,
                             const Catalogue& catalogue);

// Why this build writes no HDF5; empty where it does.
std::string_view hdf5_unavailable();

// Their `.h5`, in results_hdf5.cpp. They throw failure, naming the file.
void write_hdf5_forces(const std::filesystem::path& file, const Forces& forces,
                       std::span<const std::int64_t> ids, const System& system);

void write_hdf5_density(const std::filesystem::path& file, const Density& density,
                        std::span<const std::int64_t> ids, const System& system);

} // namespace orrery
