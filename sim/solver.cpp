#include "sim/solver.hpp"

#include "sim/closest_names.hpp"
#include "sim/error.hpp"

#include <cmath>

namespace orrery {

double ForceParameters::option(const SolverOption& option) const {
    const auto found = options.find(option.id);
    return found == options.end() ? option.standard : found->second;
}

double ForceParameters::option(const SolverInfo& info, std::string_view id) const {
    for (const SolverOption& candidate : info.options) {
        if (candidate.id == id) {
            return option(candidate);
        }
    }
    throw std::logic_error("solver asked for an option it did not declare");
}

const SolverEntry& find_solver(std::string_view id) {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.id == id) {
            return entry;
        }
        ids.emplace_back(entry.info.id);
    }
    throw bad_input("there is no algorithm '" + std::string(id) + "'", "",
                    did_you_mean(id, ids, "orrery list algorithms"));
}

namespace {

// The sum of numbers is finite only if each of them is; doubles cannot overflow from floats.
template <class Real>
bool all_finite(const Real* values, std::size_t count) {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        sum += static_cast<double>(values[i]) * 0.0;
    }
    return sum == 0.0;
}

} // namespace

template <class Real>
Outcome solve(Solver& solver, const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
              const ForceParameters& parameters, SolverContext& context) {
    if (solver.accelerations(bodies, result, parameters, context) == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    const bool finite = all_finite(result.x, bodies.count) && all_finite(result.y, bodies.count) &&
                        all_finite(result.z, bodies.count);
    if (!finite) {
        throw failure("a body's acceleration is not a finite number", solver.info().id,
                      "look for NaN or huge values in the input, or use a larger softening or "
                      "--precision fp64");
    }
    return Outcome::complete;
}

template Outcome solve(Solver&, const BodiesView<float>&, const AccelerationsView<float>&,
                       const ForceParameters&, SolverContext&);
template Outcome solve(Solver&, const BodiesView<double>&, const AccelerationsView<double>&,
                       const ForceParameters&, SolverContext&);

} // namespace orrery
