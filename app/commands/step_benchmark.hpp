#pragma once

#include "app/chart/charts.hpp"
#include "app/commands/benchmark.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <optional>

namespace orrery {

// How one algorithm is timed.
struct BenchmarkPlan {
    int repeats = 7;            // timed samples, of which the median counts
    double budget_seconds = 20; // after which no further sample is begun
    std::size_t error_samples = 1000;
};

// One algorithm on one system.
struct BenchmarkRow {
    Settings settings;
    std::string device;
    std::size_t bodies = 0;
    double time_step = 0, softening = 0;
    int threads = 1;
    int repeats = 0;       // samples behind the median; 0: not one step fitted
    StepTimings step = {}; // of the median sample, averaged
    std::optional<ForceError> error = {};
    bool stopped = false; // by the user
    // The share of the device's measured arithmetic peak; unset where that is not known.
    std::optional<double> percent_of_peak = {};

    double interactions_per_second() const;
    // 20 floating-point operations an interaction: the field's convention since GRAPE.
    double gflops() const;
};

// Times whole steps of `settings` on `system`. A sample is as many steps as last 20 ms, so that the
// clock and a passing interruption do not matter at small N. An algorithm that does not finish its
// first evaluation within three budgets is given up.
BenchmarkRow run_benchmark(const System& system, const Settings& settings,
                           const BenchmarkPlan& plan, const std::stop_token& stop);

std::vector<Figures> figures_of(const std::vector<BenchmarkRow>& rows);
// The table, and remarks on it.
std::string benchmark_page(const std::vector<BenchmarkRow>& rows);
std::string benchmark_csv(const std::vector<BenchmarkRow>& rows);
// The rows of the most bodies as a ladder, against its first row; and of each algorithm that was
// measured with several numbers of bodies, how its time grows with them.
Charts bench_charts(const std::vector<BenchmarkRow>& rows);

} // namespace orrery
