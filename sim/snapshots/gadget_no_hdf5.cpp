// What stands for GADGET's format where there is no HDF5 to read it with.

#include "sim/base/error.hpp"
#include "sim/snapshots/file_position.hpp"
#include "sim/snapshots/gadget.hpp"

namespace orrery {
namespace {

constexpr std::string_view unavailable = "this build has no HDF5";

SystemOfFiles read(const FileToOpen& file) {
    throw bad_input(std::string(unavailable) + ", which this file is written in",
                    in_words(file.file), "build Orrery where libhdf5-dev is installed");
}

void write(AtomicFile&, const System&) {
    throw failure(std::string(unavailable), gadget_format.id, "write a .csv instead");
}

} // namespace

extern const SnapshotFormat gadget_format = {.id = "gadget",
                                             .title = "GADGET, AREPO (HDF5)",
                                             .extension = ".hdf5",
                                             .recognises = is_hdf5,
                                             .read = nullptr,
                                             .write = write,
                                             .read_in_parts = read,
                                             .unavailable = unavailable};

} // namespace orrery
