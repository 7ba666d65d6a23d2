#pragma once

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <optional>
#include <stop_token>
#include <string>

namespace orrery {

// How one algorithm is timed.
struct BenchmarkPlan {
    int repeats = 7;            // timed samples, of which the median counts
    double budget_seconds = 20; // after which no further sample is begun
    std::size_t error_samples = 1000;
};

// One algorithm on one system.
struct BenchmarkRow {
    std::string algorithm, device, scene;
    Settings settings;
    double time_step = 0, softening = 0;
    std::size_t bodies = 0;
    Precision precision = Precision::fp32;
    int threads = 1;
    int repeats = 0;         // samples behind the median; 0: not one step fitted
    double milliseconds = 0; // a step
    double interactions = 0; // a step
    std::optional<ForceError> error;
    StepTimings phases;   // of the median sample, a step
    bool stopped = false; // by the user
    // Of the arithmetic that was measured of the processor; where it was.
    std::optional<double> percent_of_peak;

    double interactions_per_second() const;
    // 20 floating-point operations an interaction: the field's convention since GRAPE.
    double gflops() const;
};

// Times whole steps of `settings` on `system`. A sample is as many steps as last 20 ms, so that the
// clock and a passing interruption do not matter at small N. An algorithm that does not finish its
// first evaluation within three budgets is given up.
BenchmarkRow run_benchmark(const System& system, const Settings& settings,
                           const BenchmarkPlan& plan, const std::stop_token& stop);

} // namespace orrery
