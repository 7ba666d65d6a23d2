#include "app/commands/forces_hdf5.hpp"
#include "sim/base/error.hpp"

namespace orrery {

std::string_view hdf5_forces_unavailable() {
    return "this build has no HDF5";
}

void write_hdf5_forces(const std::filesystem::path& file, const Forces&,
                       std::span<const std::int64_t>, const System&) {
    throw failure(std::string(hdf5_forces_unavailable()), file.string(), "write a .csv instead");
}

} // namespace orrery
