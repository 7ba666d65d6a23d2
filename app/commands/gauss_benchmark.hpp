#pragma once

#include "app/commands/benchmark.hpp"
#include "sim/bodies.hpp"
#include "sim/gauss/gauss_method.hpp"

#include <stop_token>
#include <vector>

namespace orrery {

struct GaussBenchmarkPlan {
    std::vector<const GaussMethod*> methods;
    std::vector<double> errors{1e-2, 1e-4};
    double sigma = 0.05;
    int repeats = 5;
    double budget_seconds = 10; // a row that would take longer is left out, by its own estimate
    std::size_t error_samples = 200;
};

// A row for each method and error with these bodies. Fewer where it was stopped.
std::vector<Figures> run_gauss_benchmark(const Bodies<double>& bodies, Precision precision,
                                         const GaussBenchmarkPlan& plan, Workers& workers,
                                         const std::stop_token& stop);

// The lesson of the method's first days on GPUs: one Hermite series in two variables, evaluated at
// many points; a row for each order and number of points.
std::vector<Figures> run_hermite_lesson(Workers& workers, int repeats, const std::stop_token& stop);

} // namespace orrery
