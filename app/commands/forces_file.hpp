#pragma once

#include "app/commands/forces.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace orrery {

// Forces of every body in file order: `.csv` with the columns id,ax,ay,az,potential (17 digits, so
// that a double survives), or `.h5` with the datasets /id, /acceleration (N x 3) and /potential.
// The id is the file's own, else the index from 0; the potential is left empty, and its dataset
// out, where the algorithm gives none. Both say which units they are in: CSV in comments
// above its header, as snapshots do; HDF5 in the attributes gravity, time, and length_unit,
// time_unit, mass_unit where those have names.
void write_forces(const std::filesystem::path& file, const Forces& forces, const System& system);

// Throws bad_input unless forces or densities, the noun, can be written to such a file; to be asked
// before hours of work.
void require_result_format(const std::filesystem::path& file, const std::string& noun);

// What bodies are called in a file of results: by their own file, else by their place in it from 0.
std::vector<std::int64_t> ids_of(const Catalogue& catalogue, std::size_t count);

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

} // namespace orrery
