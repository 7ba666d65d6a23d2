#pragma once

#include "app/commands/density.hpp"
#include "sim/system.hpp"

#include <filesystem>

namespace orrery {

// Densities of every body in file order: `.csv` with the columns id,density, or `.h5` with the
// datasets /id and /density. Of a grid: `.csv` with x,y,z,density, x fastest; `.h5` with /density
// as an array of z, y and x, and the attributes first_point and spacing. Units as of forces
// (forces_file.hpp); `.h5` has the attributes sigma and error, too.
void write_density(const std::filesystem::path& file, const Density& density, const System& system);

} // namespace orrery
