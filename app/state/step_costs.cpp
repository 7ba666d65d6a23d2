#include "app/state/step_costs.hpp"

#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t steps_in_median = 15;
constexpr double span_milliseconds = 200;
constexpr std::size_t spans_kept = 300; // a minute of steps, or more
constexpr std::size_t works_kept = 32;
constexpr std::size_t min_to_estimate = 500; // a step of fewer bodies is mostly overhead
constexpr double enough_milliseconds = 1000; // a single step of a second is a good measurement

void push_newest(std::deque<double>& values, double value, std::size_t kept = steps_in_median) {
    values.push_back(value);
    if (values.size() > kept) {
        values.pop_front();
    }
}

// The value that one in so many lies below.
double quantile(const std::deque<double>& values, std::size_t one_in) {
    std::vector<double> sorted(values.begin(), values.end());
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / one_in);
    std::nth_element(sorted.begin(), at, sorted.end());
    return *at;
}

double median(const std::deque<double>& values) {
    return quantile(values, 2);
}

// How the cost of an evaluation grows: all pairs, or what a tree takes together.
double growth(const SolverInfo& info, std::size_t count) {
    const auto bodies = static_cast<double>(std::max<std::size_t>(count, 2));
    return info.is_direct ? bodies * bodies : bodies * std::log2(bodies);
}

const SolverInfo* info_of(const std::string& algorithm) {
    for (const SolverEntry& entry : solvers()) {
        if (algorithm == entry.info.id) {
            return &entry.info;
        }
    }
    return nullptr;
}

} // namespace

std::string StepCost::text() const {
    switch (known) {
    case Known::nothing:
        return "";
    case Known::measured:
        return as_milliseconds(milliseconds);
    case Known::estimated:
    case Known::roughly:
        break;
    }
    return "≈ " + as_milliseconds(milliseconds);
}

void StepCosts::add_step(const std::string& algorithm, double milliseconds,
                         double interactions_per_second) {
    Recent& recent = recent_[algorithm];
    push_newest(recent.milliseconds, milliseconds);
    push_newest(recent.interactions_per_second, interactions_per_second);
    ++recent.steps;
    recent.total_milliseconds += milliseconds;
    recent.span_milliseconds += milliseconds;
    if (recent.span_milliseconds >= span_milliseconds) {
        push_newest(recent.spans, median(recent.milliseconds), spans_kept);
        recent.span_milliseconds = 0;
    }
}

void StepCosts::learn(const std::string& algorithm, std::size_t count, Precision precision,
                      double milliseconds) {
    Evaluation& known = learnt_[algorithm];
    if (count >= known.count) { // more bodies tell more
        known = {count, precision, milliseconds};
    }
}

void StepCosts::set_work(const StepWork& work) {
    if (work_ && *work_ != work) {
        for (const auto& [algorithm, recent] : recent_) {
            learn(algorithm, work_->count, work_->precision,
                  median(recent.milliseconds) / work_->evaluations);
        }
        past_.emplace_back(*work_, std::exchange(recent_, {}));
        const auto known = std::find_if(past_.begin(), past_.end(),
                                        [&](const auto& past) { return past.first == work; });
        if (known != past_.end()) {
            recent_ = std::move(known->second);
            past_.erase(known);
        }
        if (past_.size() > works_kept) {
            past_.pop_front();
        }
    }
    work_ = work;
}

StepCost StepCosts::of(const std::string& algorithm) const {
    const auto found = recent_.find(algorithm);
    if (found == recent_.end()) {
        return estimate(algorithm);
    }
    const Recent& recent = found->second;
    const bool enough =
        recent.steps >= steps_in_median || recent.total_milliseconds >= enough_milliseconds;
    return {enough ? StepCost::Known::measured : StepCost::Known::roughly,
            median(recent.milliseconds), median(recent.interactions_per_second)};
}

StepCost StepCosts::typical(const std::string& algorithm) const {
    StepCost cost = of(algorithm);
    const auto found = recent_.find(algorithm);
    if (found != recent_.end() && !found->second.spans.empty()) {
        cost.milliseconds = quantile(found->second.spans, 4);
    }
    return cost;
}

StepCost StepCosts::estimate(const std::string& algorithm) const {
    const auto found = learnt_.find(algorithm);
    const SolverInfo* const info = info_of(algorithm);
    if (found == learnt_.end() || info == nullptr || !work_ || work_->count < min_to_estimate) {
        return {};
    }
    const Evaluation& known = found->second;
    const double bodies = growth(*info, work_->count) / growth(*info, known.count);
    // Twice as many bytes, and half as many numbers in a vector.
    const auto weight = [](Precision precision) {
        return precision == Precision::fp64 ? 2.0 : 1.0;
    };
    const double precision = weight(work_->precision) / weight(known.precision);
    return {StepCost::Known::estimated,
            known.milliseconds * bodies * precision * work_->evaluations, 0};
}

} // namespace orrery
