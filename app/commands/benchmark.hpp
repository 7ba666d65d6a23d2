#pragma once

#include "app/commands/results.hpp"
#include "app/commands/table.hpp"
#include "sim/step_timings.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Shared parts of the benchmarks.

// A document with these rows, "machine", "version", "commit" and "date" before them.
Json rows_json(const std::vector<Figures>& rows, const Json& provenance);

// The result of a benchmark.
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

} // namespace orrery
