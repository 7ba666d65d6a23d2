#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_method.hpp"
#include "sim/step_timings.hpp"

#include <optional>
#include <stop_token>
#include <string>
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

// One method on one number of bodies with one error.
struct GaussBenchmarkRow {
    const GaussMethod* method = nullptr;
    const GaussMethod* chosen = nullptr; // by the automatic one; else itself
    std::size_t bodies = 0;
    double sigma = 0;
    double error = 0; // asked for
    Precision precision = Precision::fp32;
    double estimated_milliseconds = 0;
    int repeats = 0;                           // 0: left out
    std::string left_out;                      // why
    double first_milliseconds = 0;             // of the call before, which chooses and takes memory
    double milliseconds = 0;                   // the median
    StepTimings timings;                       // of that one
    std::optional<double> on_gpu_milliseconds; // the median with the bodies in a GPU's memory
                                               // already, and the densities left there
    double measured_error = 0;                 // root mean square, over that of the densities
    std::optional<double> times_quickest; // its time over the quickest other's in the same case
};

// All methods on all errors with these bodies. Fewer where it was stopped.
std::vector<GaussBenchmarkRow> run_gauss_benchmark(const Bodies<double>& bodies,
                                                   Precision precision,
                                                   const GaussBenchmarkPlan& plan, Workers& workers,
                                                   const std::stop_token& stop);

// The lesson of the method's first days on GPUs: one Hermite series in two variables, evaluated at
// many points.
struct HermiteLessonRow {
    int order = 0;
    std::size_t points = 0;
    int repeats = 0;
    double milliseconds = 0; // the median
    // A GPU's, the points in its memory; none where there is no GPU.
    std::optional<double> gpu_milliseconds;

    // Where all of them take so long.
    double points_per_second(double in_milliseconds) const;
    double operations_per_second(double in_milliseconds) const; // hermite_operations() each
};

// Additions and multiplications at one point.
double hermite_operations(int order);

std::vector<HermiteLessonRow> run_hermite_lesson(Workers& workers, int repeats,
                                                 const std::stop_token& stop);

} // namespace orrery
