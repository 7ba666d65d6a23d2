#pragma once

#include "sim/snapshots/gadget.hpp"
#include "sim/unit_names.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

class Hdf5Input;

template <class T>
using PerGadgetType = std::array<T, gadget_type_count>;

static_assert(gadget_type_count == SnapshotHeader::types &&
              written_gadget_types == SnapshotHeader::written_types);

// A file's header: the file itself, and the snapshot that it is a part of.
struct GadgetHeader : SnapshotHeader {
    PerGadgetType<std::uint64_t> here = {};   // bodies in this file
    PerGadgetType<std::uint64_t> in_all = {}; // and in all files
    // Bodies of types that are not known, "PartType9", here.
    std::vector<std::pair<std::string, std::uint64_t>> unknown = {};
    std::uint64_t files = 1;
    UnitSizes units;                  // h left out
    std::optional<Units> named_units; // as Orrery itself wrote them
    std::optional<double> gravity;    // in the file's units
    bool expands = false;             // a run of Orrery's, which goes on in comoving coordinates
};

// Throws bad_input, naming the attribute, for what is missing or makes no sense.
GadgetHeader read_gadget_header(const Hdf5Input& input);

// The group of a type, "PartType0".
std::string gadget_group(std::size_t type);

// ---- gadget_units.cpp ----

// The factors from the numbers of a file to physical ones.
struct GadgetFactors {
    double length = 1, velocity = 1, mass = 1;
};

// The factors for a file of GADGET's own kind, which is the kind that is written.
GadgetFactors gadget_factors(const SnapshotHeader& header);

// The same of any that is read.
struct GadgetScale : GadgetFactors {
    double time = 0; // of the snapshot, in `units`; with cosmology the age of the universe
    Units units;
};

GadgetScale gadget_scale(const GadgetHeader& header);

// The length of a softening class now, in the file's units of length.
double softening_length(const SnapshotHeader& header, const SofteningClass& softening);

// The header of a file that holds the system as it is now: with another time than it was read at, a
// comoving run has another scale factor. One that is not comoving where there never was a header,
// or no scale factor belongs to the time.
SnapshotHeader header_now(const System& system);

// ---- gadget_expansion.cpp ----

// A system that expands (System::cosmology) with physical bodies and a comoving header of its
// moment. Throws failure where the sizes of its units are not known.
System physical_bodies(System system);
// And back, where the header tells of a flat universe in a box that the bodies are all matter of,
// or it is told that they are; else they stay physical.
void make_comoving(System& system, bool is_told);

// The age of a universe of matter, curvature and a cosmological constant at a scale factor, in
// units of 1/H0.
double cosmic_age(double scale_factor, double omega_matter, double omega_lambda);

} // namespace orrery
