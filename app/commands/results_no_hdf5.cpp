#include "app/commands/density.hpp"
#include "app/commands/forces.hpp"
#include "sim/base/error.hpp"

namespace orrery {

std::string_view hdf5_unavailable() {
    return "this build has no HDF5";
}

void write_hdf5_forces(const std::filesystem::path& file, const Forces&,
                       std::span<const std::int64_t>, const System&) {
    throw failure(std::string(hdf5_unavailable()), file.string(), "write a .csv instead");
}

void write_hdf5_density(const std::filesystem::path& file, const Density&,
                        std::span<const std::int64_t>, const System&) {
    throw failure(std::string(hdf5_unavailable()), file.string(), "write a .csv instead");
}

} // namespace orrery
