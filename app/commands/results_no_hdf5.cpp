#include "app/commands/results.hpp"

#include "sim/base/error.hpp"

namespace orrery {

std::string_view hdf5_unavailable() {
    return "this build has no HDF5";
}

void write_hdf5_result(const std::filesystem::path& file, const ResultTable&, const System&) {
    throw failure(std::string(hdf5_unavailable()), file.string(), "write a .csv instead");
}

} // namespace orrery
