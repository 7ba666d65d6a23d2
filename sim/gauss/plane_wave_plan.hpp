#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/state/host_array.hpp"

#include <array>
#include <limits>
#include <vector>

namespace orrery {

// How points are spread onto a grid so that a Gaussian's sum can be taken there.
//
// Idea:   exp(-x^2 / 2 sigma^2) is an integral over plane waves e^{ikx}. A wave at a point is found
//         from the nodes around it by a function phi that is nonzero on a few of them: phi's own
//         transform is divided out, and what is left is that nodes cannot tell a wave from its
//         aliases, by which phi's transform must be small. Gaussians damp the waves that are
//         resolved worst, so that the grid may be coarse.
//
// Source: Kaiser & Kuo 1966 (phi, the Kaiser-Bessel function); Beatty, Nishimura & Pauly 2005 (its
//         shape); Barnett, Magland & af Klinteberg 2019 (errors, piecewise polynomials); Lindbo &
//         Tornberg 2011 (a Gaussian's damping used for a coarse grid).
struct SpreadingPlan {
    int width = 0;              // nodes along each axis that a point reaches
    double nodes_per_sigma = 0; // sigma over the grid's spacing
    double shape = 0;           // phi(u) = I0(shape sqrt(1 - (2 u / width)^2)) / I0(shape)
};

// The widths that a plan may have.
constexpr int min_width = 3;
constexpr int max_width = SpreadingGrid<double>::max_width;

// The coarsest grid on which a pair's term is wrong by at most `pair_error` with that width.
SpreadingPlan coarsest_plan(int width, double pair_error);

// The bound that coarsest_plan keeps to: what aliases, waves that the grid does not resolve and
// polynomials of phi that suffice for `pair_error` make wrong.
double plan_error(const SpreadingPlan& plan, double pair_error);

// phi as polynomials: of node i, power k, at [k * max_width + i]. Sets the degree.
template <class Real>
HostArray<Real> spreading_polynomials(const SpreadingPlan& plan, double pair_error, int& degree);

// The weights of a node's neighbours along an axis in its value, from itself to the farthest that
// counts: the transform there, the multiplication of each wave and the transform back, as one
// convolution.
std::vector<double> convolution_taps(const SpreadingPlan& plan, double pair_error);

// How bodies are spread, and onto which grid.
struct PlaneWavePlan {
    SpreadingPlan spreading;
    std::array<double, 3> nodes{}; // along each axis; may be too many to be counted otherwise
    double seconds = std::numeric_limits<double>::infinity(); // by the costs, after sorting

    double all_nodes() const { return nodes[0] * nodes[1] * nodes[2]; }
    bool is_possible() const;
};

// The costs that it is chosen by: those of one thread, or of an H200.
enum class PlanFor { processor, gpu };

// The cheapest that keeps the error, for bodies in a box of this extent.
PlaneWavePlan cheapest_plan(const std::array<double, 3>& extent, double sigma, double error,
                            double bodies, Precision precision, PlanFor whom);

// The same spreading on a grid over a box of this extent.
PlaneWavePlan fitted_plan(PlaneWavePlan plan, const std::array<double, 3>& extent, double sigma);

// Throws bad_input, naming the method, for a grid that no memory has room for.
void require_possible(const PlaneWavePlan& plan, const char* method);

} // namespace orrery
