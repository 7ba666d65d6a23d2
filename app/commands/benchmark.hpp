#pragma once

#include "app/chart/chart_file.hpp"
#include "app/commands/result_files.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// The result of a benchmark, for people and for programs (docs/json.md).
struct Findings {
    std::string page;
    Json document;
    std::vector<std::pair<std::string, std::string>> files = {}; // others: names and texts
};
// The frame of a benchmark, "bench m2l": prints the page of what `measure` finds, or writes the
// document to `json`, if it is not empty. Ctrl+C stops the measurement; what there is until then is
// reported, and it fails.
ExitCode report_findings(const char* name, const std::string& json,
                         const std::function<Findings(const std::stop_token&)>& measure);

// The entries of `all` that were named, by called(name); "all" is every one that can run here.
template <class Entry, class Called>
std::vector<const Entry*> chosen_of(std::span<const Entry> all,
                                    const std::vector<std::string>& names, const Called& called) {
    std::vector<const Entry*> chosen;
    for (const std::string& name : names) {
        if (name != "all") {
            chosen.push_back(&called(name));
            continue;
        }
        for (const Entry& entry : all) {
            if (entry.unavailable().empty()) {
                chosen.push_back(&entry);
            }
        }
    }
    return chosen;
}

// A document with these rows, "machine", "version", "commit" and "date" before them.
Json rows_json(Json rows, const Json& provenance);

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

// The rows of 'orrery bench'.
std::string benchmark_table(const std::vector<BenchmarkRow>& rows);
Json benchmark_json(const std::vector<BenchmarkRow>& rows, const Json& provenance);
std::string benchmark_csv(const std::vector<BenchmarkRow>& rows);
// The rows of the most bodies as a ladder, against its first row; and of each algorithm that was
// measured with several numbers of bodies, how its time grows with them.
Charts bench_charts(const std::vector<BenchmarkRow>& rows);

} // namespace orrery
