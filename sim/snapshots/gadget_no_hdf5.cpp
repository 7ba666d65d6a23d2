// The stand-in for GADGET's format in a build without HDF5.

#include "sim/snapshots/gadget.hpp"

namespace orrery {

extern const SnapshotFormat gadget_format = {.id = "gadget",
                                             .title = "GADGET, AREPO (HDF5)",
                                             .extension = ".hdf5",
                                             .recognises = is_hdf5,
                                             .read = nullptr,
                                             .write = nullptr,
                                             .unavailable = "this build has no HDF5"};

} // namespace orrery
