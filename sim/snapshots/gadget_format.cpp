// GADGET: the HDF5 snapshots of GADGET-2 and -4, AREPO, GIZMO and SWIFT.
//
//   Header       how many bodies of each type, here and in all; masses of whole types; time
//   Parameters   units, cosmology, softenings (newer programs; older ones: Header)
//   PartType0…5  Coordinates and Velocities (N x 3), Masses, ParticleIDs
//
// gadget_header.cpp has the sources, gadget_units.cpp the way to physical numbers.

#include "sim/snapshots/gadget.hpp"

#include <mutex>

namespace orrery {
namespace {

// The library takes one thread at a time.
std::mutex one_at_a_time;

SystemOfFiles read(const FileToOpen& file) {
    const std::lock_guard turn(one_at_a_time);
    return read_gadget(file);
}

void write(AtomicFile& file, const System& system) {
    const std::lock_guard turn(one_at_a_time);
    write_gadget(file, system);
}

} // namespace

extern const SnapshotFormat gadget_format = {
    .id = "gadget",
    .title = "GADGET, AREPO (HDF5)",
    .extension = ".hdf5",
    .recognises = is_hdf5,
    .read = nullptr,
    .write = write,
    .kept_names = std::span(gadget_type_names).first<written_gadget_types>(),
    .read_in_parts = read,
    .keeps_header = true,
    .keeps_column = [](const System&, const BodyColumn&) { return true; }};

} // namespace orrery
