#pragma once

#include "app/chart/chart_drawing.hpp"
#include "app/commands/benchmark.hpp"
#include "app/commands/result_files.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// What a benchmark found, for people and for programs (docs/json.md).
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

// Those of `all` that were named, by called(name); "all" is every one that can run here.
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

// The rows of 'orrery bench'.
std::string benchmark_table(const std::vector<BenchmarkRow>& rows);
Json benchmark_json(const std::vector<BenchmarkRow>& rows, const Json& provenance);
std::string benchmark_csv(const std::vector<BenchmarkRow>& rows);
// The rows of the most bodies as a ladder, against its first row; and of each algorithm that was
// measured with several numbers of bodies, how its time grows with them.
Charts bench_charts(const std::vector<BenchmarkRow>& rows);

} // namespace orrery
