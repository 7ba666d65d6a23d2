#include "app/commands/benchmark.hpp"

#include "app/commands/provenance.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {

Json rows_json(const std::vector<Figures>& rows, const Json& provenance) {
    Json document = Json::object();
    for (const char* key : {"machine", "version", "commit", "date"}) {
        document[key] = provenance.at(key);
    }
    document["rows"] = json_of(rows);
    document["provenance"] = provenance;
    return document;
}

ExitCode report_findings(const char* name, const std::string& json,
                         const std::function<Findings(const std::stop_token&)>& measure) {
    require_place(json);
    const StopSignals signals;
    const std::string date = date_now();
    const Findings found = measure(signals.token());
    ResultFiles results;
    results.write_report(json, json_text(found.document)); // first: a terminal may be gone
    bool has_standard_output = json != "-";
    for (const auto& [file, text] : found.files) {
        results.write_report(file, text);
        has_standard_output = has_standard_output && file != "-";
    }
    if (has_standard_output) {
        fmt::print("{}{}", report_heading(date), found.page);
    }
    if (signals.interrupted()) {
        throw failure("stopped before every row was measured", name, "");
    }
    return results.exit_code();
}

bool Samples::take(const std::function<bool(StepTimings&)>& work) {
    StepTimings timings;
    const auto start = Clock::now();
    if (!work(timings)) {
        return false;
    }
    last_ = milliseconds_since(start);
    left_ -= last_;
    if (timings.total_milliseconds == 0) {
        timings.total_milliseconds = last_;
    }
    (first_.empty() ? first_ : counted_).push_back(std::move(timings));
    return true;
}

bool Samples::is_complete() const {
    return !first_.empty() && (counted_.size() >= repeats_ || left_ < last_);
}

StepTimings Samples::median() const {
    std::vector<StepTimings> sorted = counted_.empty() ? first_ : counted_;
    std::ranges::sort(sorted, {}, &StepTimings::total_milliseconds);
    return sorted.at(sorted.size() / 2);
}

} // namespace orrery
