#include "app/panels/rate_runs.hpp"

#include <algorithm>

namespace orrery {
namespace {

// Steps closer to each other are one point of the line: noise hides the jumps.
constexpr double seconds_of_point = 0.1;

double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class RunBuilder {
public:
    explicit RunBuilder(double now) : now_(now) {}

    void add(const StepSample& sample) {
        if (runs_.empty() || runs_.back().algorithm != sample.algorithm) {
            end_point();
            begin_run(sample);
        } else if (sample.at - point_began_ >= seconds_of_point) {
            end_point();
        }
        if (pending_.empty()) {
            point_began_ = sample.at;
        }
        pending_.push_back(sample.interactions_per_second);
        last_ = sample.at;
    }

    std::vector<RateRun> take() {
        end_point();
        return std::move(runs_);
    }

private:
    // A run begins when its first step did, but not before the run before it ended.
    void begin_run(const StepSample& sample) {
        const double began = sample.at - sample.timings.total_milliseconds / 1000;
        runs_.push_back(
            {sample.algorithm, {std::max(began, last_) - now_}, {sample.interactions_per_second}});
    }

    void end_point() {
        if (!pending_.empty()) {
            runs_.back().moments.push_back(last_ - now_);
            runs_.back().rates.push_back(median(pending_));
            pending_.clear();
        }
    }

    double now_;
    double last_ = -1e30; // of the newest sample
    double point_began_ = 0;
    std::vector<double> pending_;
    std::vector<RateRun> runs_;
};

} // namespace

std::vector<RateRun> rate_runs(const History& history) {
    RunBuilder builder(history.now());
    for (const StepSample& sample : history.steps()) {
        if (sample.interactions_per_second > 0) {
            builder.add(sample);
        }
    }
    return builder.take();
}

} // namespace orrery
