#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/spreading.hpp"

#include <array>
#include <limits>

namespace orrery {

// How bodies are spread, and onto which grid.
struct PlaneWavePlan {
    SpreadingPlan spreading;
    std::array<double, 3> nodes{}; // along each axis; may be too many to be counted otherwise
    double seconds = std::numeric_limits<double>::infinity(); // by the costs, after sorting

    double all_nodes() const { return nodes[0] * nodes[1] * nodes[2]; }
    bool is_possible() const;
};

// Whose costs it is chosen by: those of one thread, or of an H200.
enum class PlanFor { processor, gpu };

// The cheapest that keeps the error, for bodies in a box of this extent.
PlaneWavePlan cheapest_plan(const std::array<double, 3>& extent, double sigma, double error,
                            double bodies, Precision precision, PlanFor whom);

// The same spreading on a grid over a box of this extent.
PlaneWavePlan fitted_plan(PlaneWavePlan plan, const std::array<double, 3>& extent, double sigma);

// Throws bad_input, naming the method, for a grid that no memory has room for.
void require_possible(const PlaneWavePlan& plan, const char* method);

} // namespace orrery
