#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_sum.hpp"

namespace orrery {

// The work of the Hermite method, estimated from a sample of the bodies.
struct HermiteLoad {
    double all_boxes = 0;  // of the lattice, with bodies or without
    double boxes = 0;      // with targets
    double near_boxes = 0; // pairs of boxes with bodies within reach of each other
    double looked_at = 0;  // those, and boxes that are empty
    double pairs = 0;      // of bodies
    double series = 0;     // in pairs that cost as much
};

// Points of a sum: every so many-th of them.
template <class Real>
struct PointSample {
    const VectorArray<Real>& points;
    double part; // as many stand for each of them
};

// `targets`: null where they are the sources.
template <class Real>
HermiteLoad hermite_load(const PointBounds& bounds, double sigma, double error,
                         const PointSample<Real>& sources, const PointSample<Real>* targets);

} // namespace orrery
