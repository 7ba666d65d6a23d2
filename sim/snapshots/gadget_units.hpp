#pragma once

#include "sim/snapshots/gadget_header.hpp"

namespace orrery {

// What the numbers of a file are multiplied by to become physical ones.
struct GadgetFactors {
    double length = 1, velocity = 1, mass = 1;
};

// Of a file of GADGET's own kind, as they are written.
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

// The age of a universe of matter, curvature and a cosmological constant at a scale factor, in
// units of 1/H0.
double cosmic_age(double scale_factor, double omega_matter, double omega_lambda);

} // namespace orrery
