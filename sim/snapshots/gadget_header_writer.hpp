#pragma once

#include "sim/snapshot_header.hpp"
#include "sim/snapshots/gadget_units.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

class Hdf5Output;

template <class T>
using PerWrittenType = std::array<T, written_gadget_types>;

// The bodies of each type, by their places in the system.
using GadgetPlaces = PerWrittenType<std::vector<std::size_t>>;

// What the groups Header and Parameters say of the bodies that follow.
struct WrittenGadgetHeader {
    SnapshotHeader header;           // as of now
    GadgetFactors factors;           // what numbers are divided by
    bool single = false;             // they are of single precision
    PerWrittenType<double> masses;   // of every body of the type; 0: each has its own
    PerWrittenType<bool> softenings; // each body has its own
};

// Looks through the system for what holds for all bodies of a type. A type whose bodies had masses
// of their own in the file keeps them.
WrittenGadgetHeader plan_gadget_header(const System& system, const GadgetPlaces& places);

// Makes both groups.
void write_gadget_header(Hdf5Output& output, const System& system, const GadgetPlaces& places,
                         const WrittenGadgetHeader& plan);

} // namespace orrery
