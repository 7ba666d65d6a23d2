#pragma once

#include "app/commands/table.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

struct Charts;

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

// Throws bad_input where there is a `reason` why a variant cannot run here.
void require_runnable(std::string_view id, std::string_view reason);

// The named ones of a lesson's variants.
template <class Variant>
std::vector<const Variant*> chosen_variants(std::span<const Variant> all,
                                            const Variant& (*find)(std::string_view id),
                                            const std::vector<std::string>& names) {
    return chosen_of(all, names, [find](const std::string& id) -> const Variant& {
        const Variant& variant = find(id);
        require_runnable(id, variant.unavailable());
        return variant;
    });
}

// Timings of repeated work. The first one warms up caches and clocks, and counts only where there
// is no time for another.
class Samples {
public:
    Samples(int repeats, double budget_seconds)
        : repeats_(static_cast<std::size_t>(repeats)), left_(budget_seconds * 1e3) {}

    // Times `work`, which fills in what it knows of its own timings; false if it was stopped.
    bool take(const std::function<bool(StepTimings& timings)>& work);
    bool is_complete() const; // enough, or there is no time for another one

    int count() const {
        return static_cast<int>(counted_.empty() ? first_.size() : counted_.size());
    }
    double first_milliseconds() const { return first_.at(0).total_milliseconds; }
    // By the total, of at least one.
    StepTimings median() const;

private:
    std::size_t repeats_;
    double left_, last_ = 0; // milliseconds
    std::vector<StepTimings> first_, counted_;
};

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
    bool alone = false;   // one GPU was faster than those that were to share the work
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
