#pragma once

#include "sim/snapshots/gadget_header.hpp"

namespace orrery {

// What the numbers of a file are multiplied by to become physical ones in `units`.
struct GadgetScale {
    double length = 1, velocity = 1, mass = 1;
    double time = 0; // of the snapshot, in `units`; with cosmology the age of the universe
    Units units;
};

GadgetScale gadget_scale(const GadgetHeader& header);

// The age of a universe of matter, curvature and a cosmological constant at a scale factor, in
// units of 1/H0.
double cosmic_age(double scale_factor, double omega_matter, double omega_lambda);

} // namespace orrery
