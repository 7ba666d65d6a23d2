#pragma once

#include "tests/sim/solvers/solver_run.hpp"

#include "sim/diagnostics/diagnostics.hpp"

#include <string_view>

namespace orrery {

struct MeasuredError {
    ForceError error;
    double terms; // of one body, on average
};

// The error of an algorithm's forces on 500 bodies, against a direct sum in double.
MeasuredError measured_error(std::string_view algorithm, const Bodies<double>& bodies,
                             const ForceParameters& parameters, Precision precision);

} // namespace orrery
