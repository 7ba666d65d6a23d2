#pragma once

#include "sim/gauss/gauss_method.hpp"

#include <array>

namespace orrery {

// How far points lie from their middle along each axis, on average over a few of them: cheap to
// know, and other where they are drawn together or scattered.
using PointSpread = std::array<double, 3>;

// A choice of method that was made for a sum, and what it was made by.
//
// Idea:   bodies move little from one call to the next, and choosing takes as long as many a sum. A
//         choice holds as long as all that is asked for is the same, and the box around all points
//         and the spread of 64 of them, always the same ones, have changed by less than a
//         twentieth. Other changes are noticed at every 256th call, which chooses anew.
class KeptChoice {
public:
    template <class Real>
    KeptChoice(const GaussMethod& method, const GaussLoad& load, const GaussSum<Real>& sum,
               GaussWork& work);

    // Counts as a call.
    template <class Real>
    bool holds(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work);

    const GaussMethod& method() const { return *method_; }
    const GaussLoad& load() const { return load_; }

private:
    bool has_a_grid_for(const std::array<double, 3>& extent) const;

    const GaussMethod* method_;
    GaussLoad load_;
    PointSpread sources_, targets_;
    int calls_ = 0;
};

} // namespace orrery
