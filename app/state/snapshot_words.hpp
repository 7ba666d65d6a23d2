#pragma once

#include "sim/system.hpp"

#include <string>

namespace orrery {

// What the header of a snapshot says, in words for people; empty where it says nothing of it.
struct SnapshotWords {
    std::string box;       // "75 Mpc/h"
    std::string cosmology; // "matter 0.309, dark energy 0.691, h 0.677"
    std::string moment;    // "z 1, scale factor 0.5": when the file was written
};

SnapshotWords snapshot_words(const SnapshotHeader& header, const Units& units);

// All of it in a line that ends, "of a run with box 75 Mpc/h; …\n"; empty where there is nothing to
// say.
std::string header_line(const Catalogue& catalogue, const Units& units);

} // namespace orrery
