#include "app/state/step_costs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t steps_in_median = 15;
constexpr double span_milliseconds = 200;
constexpr std::size_t spans_kept = 50; // ten seconds of steps, or more
constexpr std::size_t works_kept = 32;
constexpr std::size_t min_to_estimate = 500; // a step of fewer bodies is mostly overhead
constexpr double enough_milliseconds = 1000; // a single step of a second is a good measurement

template <class Step>
void push_newest(std::deque<Step>& steps, const Step& step, std::size_t kept) {
    steps.push_back(step);
    if (steps.size() > kept) {
        steps.pop_front();
    }
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

// The step that one in so many is quicker than.
StepCosts::Step StepCosts::quantile(const std::deque<Step>& steps, std::size_t one_in) {
    std::vector<Step> sorted(steps.begin(), steps.end());
    const auto at = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / one_in);
    std::nth_element(sorted.begin(), at, sorted.end(),
                     [](const Step& a, const Step& b) { return a.milliseconds < b.milliseconds; });
    return *at;
}

StepCosts::Step StepCosts::Recent::usual() const {
    return spans.empty() ? quantile(newest, 2) : quantile(spans, 4);
}

std::string StepCosts::as_set(const std::string& algorithm) const {
    std::string key = algorithm;
    if (const auto options = options_.find(algorithm); options != options_.end()) {
        for (const auto& [id, value] : options->second) {
            key += " " + id + "=" + value.text();
        }
    }
    return key;
}

void StepCosts::add_step(const std::string& algorithm, double milliseconds,
                         double interactions_per_second) {
    Recent& recent = recent_[as_set(algorithm)];
    recent.algorithm = algorithm;
    push_newest(recent.newest, Step{milliseconds, interactions_per_second}, steps_in_median);
    ++recent.steps;
    recent.total_milliseconds += milliseconds;
    recent.span_milliseconds += milliseconds;
    if (recent.span_milliseconds >= span_milliseconds) {
        push_newest(recent.spans, quantile(recent.newest, 2), spans_kept);
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
        for (const auto& [key, recent] : recent_) {
            learn(recent.algorithm, work_->count, work_->precision,
                  recent.usual().milliseconds / work_->evaluations);
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
    const auto found = recent_.find(as_set(algorithm));
    if (found == recent_.end()) {
        return estimate(algorithm);
    }
    const Recent& recent = found->second;
    const bool enough =
        recent.steps >= steps_in_median || recent.total_milliseconds >= enough_milliseconds;
    const Step usual = recent.usual();
    return {enough ? StepCost::Known::measured : StepCost::Known::roughly, usual.milliseconds,
            usual.interactions_per_second};
}

TimeRatio StepCosts::compare(const std::string& algorithm, const std::string& reference) const {
    return {of(algorithm).time(), of(reference).time()};
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
