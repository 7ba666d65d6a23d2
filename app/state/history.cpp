#include "app/state/history.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "sim/integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace orrery {

namespace {

constexpr std::size_t frames_in_mean = 30;
constexpr std::size_t max_trust_marks = 64;

template <class Sample>
void drop_old(std::deque<Sample>& samples, double now) {
    while (!samples.empty() && (samples.size() > History::max_samples ||
                                samples.front().at < now - History::seconds_kept)) {
        samples.pop_front();
    }
}

double relative(double error, double scale) {
    return scale > 0 ? error / scale : error;
}

StepSample sample_of(const StepReport& step, const std::optional<Conserved>& initial, double at) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    StepSample sample{step, at};
    if (step.timings.total_milliseconds > 0) {
        sample.interactions_per_second =
            step.timings.interactions / (step.timings.total_milliseconds / 1000);
    }
    sample.energy_error = sample.momentum_error = sample.angular_momentum_error = unknown;
    if (!step.conserved || !initial) {
        return sample;
    }
    const Conserved& now = *step.conserved;
    if (now.has_potential && initial->has_potential) {
        sample.energy_error =
            relative(std::abs(now.energy() - initial->energy()), std::abs(initial->energy()));
    }
    sample.momentum_error = relative(length(now.momentum - initial->momentum), now.momentum_scale);
    sample.angular_momentum_error =
        relative(length(now.angular_momentum - initial->angular_momentum),
                 length(initial->angular_momentum));
    return sample;
}

StepWork work_of(const SimulationStatus& status, bool in_box) {
    const Settings& settings = status.settings;
    return {settings.source,
            status.all_bodies(),
            settings.precision,
            settings.sharing,
            settings.threads,
            settings.devices,
            find_integrator(settings.integrator).evaluations,
            in_box};
}

// What is another than before, in the words of a mark; empty: nothing that plots would show.
std::string switch_label(const Settings& before, std::size_t count_before, const Settings& now,
                         std::size_t count) {
    std::string label;
    const auto add = [&](bool differs, const std::string& words) {
        if (differs) {
            label += (label.empty() ? "" : ", ") + words;
        }
    };
    add(before.algorithm != now.algorithm, now.algorithm);
    add(before.source == now.source && count_before != count,
        tr_format("{} bodies", with_thousands(count)));
    add(before.precision != now.precision, now.precision == Precision::fp64 ? "fp64" : "fp32");
    add(before.integrator != now.integrator, now.integrator);
    add(before.sharing != now.sharing, sharing_mode(now.sharing).id);
    return label;
}

constexpr std::size_t steps_in_median = 15;
constexpr double span_milliseconds = 200;
constexpr std::size_t spans_kept = 50;       // ten seconds of steps, or more
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

} // namespace

void History::advance(double now, bool running) {
    const double elapsed = std::max(now - stopped_ - now_, 0.0);
    if (running) {
        now_ += elapsed;
    } else {
        stopped_ += elapsed;
    }
    running_ = running;
}

void History::add_frame(const FrameReport& frame) {
    push_newest(frame_milliseconds_, frame.frame_milliseconds, frames_in_mean);
    if (!running_) {
        return;
    }
    frames_.push_back(frame);
    frames_.back().at = frame.at - stopped_;
    drop_old(frames_, frames_.back().at);
}

void History::add_steps(const std::vector<StepReport>& steps, const SimulationStatus& status,
                        Clock::time_point window_opened, bool in_box) {
    const bool of_this_work = costs_.set_work(work_of(status, in_box));
    for (const StepReport& step : steps) {
        add_step(step, status, window_opened, of_this_work);
    }
    // Only now: these steps may still be of the options before.
    costs_.set_options(status.settings.solver_options);
    mark_switches(status);
}

void History::add_step(const StepReport& step, const SimulationStatus& status,
                       Clock::time_point window_opened, bool counts) {
    constexpr double closest = seconds_kept / static_cast<double>(max_samples);
    double at = std::chrono::duration<double>(step.finished - window_opened).count() - stopped_;
    if (!running_) { // a single step takes its time on the plots too
        const double took = step.timings.total_milliseconds / 1000;
        now_ += took;
        stopped_ -= took;
        at = now_;
    }
    StepSample sample = sample_of(step, status.initial, at);
    if (counts) {
        costs_.add_step(sample.algorithm, sample.timings.total_milliseconds,
                        sample.interactions_per_second);
    }
    if (step.conserved) {
        add_to_trust(sample);
    }
    if (steps_.empty() || steps_.back().algorithm != sample.algorithm ||
        sample.at - steps_.back().at >= closest) {
        steps_.push_back(std::move(sample));
        drop_old(steps_, steps_.back().at);
    }
}

void History::mark_switches(const SimulationStatus& status) {
    if (!status.loaded) {
        return;
    }
    if (marked_) {
        const std::string label =
            switch_label(*marked_, marked_count_, status.settings, status.all_bodies());
        if (!label.empty()) {
            const SwitchMark mark{now_, status.time, label};
            marks_.push_back(mark);
            const bool same_bodies =
                marked_->source == status.settings.source && marked_count_ == status.all_bodies();
            if (same_bodies && trust_marks_.size() < max_trust_marks) {
                trust_marks_.push_back(mark);
            }
        }
    }
    drop_old(marks_, now_);
    marked_ = status.settings;
    marked_count_ = status.all_bodies();
}

void History::add_to_trust(const StepSample& sample) {
    if (++trust_skipped_ < trust_stride_) {
        return;
    }
    trust_skipped_ = 0;
    trust_.push_back(sample);
    if (trust_.size() < max_samples) {
        return;
    }
    // Full: every other one goes, and from now on only half as many come.
    for (std::size_t kept = 1; kept < trust_.size() / 2; ++kept) {
        trust_[kept] = std::move(trust_[2 * kept]);
    }
    trust_.resize(trust_.size() / 2);
    trust_stride_ *= 2;
}

void History::clear_trust() {
    trust_.clear();
    trust_marks_.clear();
    trust_stride_ = 1;
    trust_skipped_ = 0;
}

void History::go_back_to(double time, bool reversed) {
    const auto lies_ahead = [&](const auto& entry) {
        return reversed ? entry.time < time : entry.time > time;
    };
    std::erase_if(trust_, lies_ahead);
    std::erase_if(trust_marks_, lies_ahead);
}

double History::frames_per_second() const {
    const double sum = std::accumulate(frame_milliseconds_.begin(), frame_milliseconds_.end(), 0.0);
    return sum > 0 ? 1000 * static_cast<double>(frame_milliseconds_.size()) / sum : 0;
}

std::optional<std::string> move_notice(const SimulationStatus& before,
                                       const SimulationStatus& now) {
    const bool same_load = before.loaded && before.load_serial == now.load_serial;
    if (!same_load || before.state_device == now.state_device) {
        return std::nullopt;
    }
    return tr_format("Bodies copied to {} in {}",
                     now.state_device ? fmt::format("GPU {}", *now.state_device)
                                      : tr("host memory"),
                     as_milliseconds(now.move_milliseconds));
}

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

const OptionValues& StepCosts::options_of(const std::string& algorithm) const {
    static const OptionValues none;
    const auto options = options_.find(algorithm);
    return options != options_.end() ? options->second : none;
}

// Asked for many times in each frame: nothing is copied.
const StepCosts::Recent* StepCosts::recent_of(const std::string& algorithm,
                                              const std::optional<StepWork>& work) const {
    const OptionValues& options = options_of(algorithm);
    const auto found = std::ranges::find_if(recent_, [&](const Recent& each) {
        return each.of.algorithm == algorithm && each.of.work == work && each.of.options == options;
    });
    return found != recent_.end() ? &*found : nullptr;
}

void StepCosts::add_step(const std::string& algorithm, double milliseconds,
                         double interactions_per_second) {
    const Recent* const known = recent_of(algorithm, work_);
    Recent& recent = known != nullptr
                         ? recent_[static_cast<std::size_t>(known - recent_.data())]
                         : recent_.emplace_back(Recent{{algorithm, options_of(algorithm), work_}});
    push_newest(recent.newest, Step{milliseconds, interactions_per_second}, steps_in_median);
    ++recent.steps;
    recent.total_milliseconds += milliseconds;
    recent.span_milliseconds += milliseconds;
    if (recent.span_milliseconds >= span_milliseconds) {
        push_newest(recent.spans, quantile(recent.newest, 2), spans_kept);
        recent.span_milliseconds = 0;
    }
}

void StepCosts::learn(const InSpace& algorithm, const Evaluation& evaluation) {
    if (evaluation.count < min_to_estimate) {
        return;
    }
    Evaluation& known = learnt_[algorithm];
    if (evaluation.count >= known.count) { // more bodies tell more
        known = evaluation;
    }
}

bool StepCosts::set_work(const StepWork& work) {
    if (work == work_) {
        return true;
    }
    const bool first = !work_;
    for (Recent& recent : recent_) {
        if (first) { // nothing was known of the first steps
            recent.of.work = work;
        } else if (recent.of.work == work_) {
            learn(
                {recent.of.algorithm, work_->in_box},
                {work_->count, work_->precision, recent.usual().milliseconds / work_->evaluations});
        }
    }
    work_ = work;
    return first;
}

StepCost StepCosts::cost_of(const Recent& recent) {
    const bool enough =
        recent.steps >= steps_in_median || recent.total_milliseconds >= enough_milliseconds;
    const Step usual = recent.usual();
    return {enough ? StepCost::Known::measured : StepCost::Known::roughly, usual.milliseconds,
            usual.interactions_per_second};
}

StepCost StepCosts::of(const std::string& algorithm, const std::optional<StepWork>& work) const {
    const Recent* const recent = recent_of(algorithm, work);
    return recent != nullptr ? cost_of(*recent) : estimate(algorithm, work);
}

StepCost StepCosts::of(const std::string& algorithm) const {
    return of(algorithm, work_);
}

StepCost StepCosts::of(const std::string& algorithm, std::size_t count) const {
    std::optional<StepWork> work = work_;
    if (work) {
        work->count = count;
    }
    return of(algorithm, work);
}

std::map<std::size_t, StepCost>
StepCosts::measured_over_bodies(const std::string& algorithm) const {
    std::map<std::size_t, StepCost> measured;
    const OptionValues& options = options_of(algorithm);
    for (const Recent& each : recent_) {
        StepWork work = each.of.work.value_or(StepWork());
        const std::size_t count = std::exchange(work.count, work_ ? work_->count : 0);
        if (each.of.algorithm == algorithm && each.of.options == options && work_ == work) {
            measured[count] = cost_of(each);
        }
    }
    return measured;
}

TimeRatio StepCosts::compare(const std::string& algorithm, const std::string& reference) const {
    return {of(algorithm).time(), of(reference).time()};
}

StepCost StepCosts::estimate(const std::string& algorithm,
                             const std::optional<StepWork>& wanted) const {
    const SolverEntry* const solver = known_solver(algorithm);
    if (solver == nullptr || !wanted || wanted->count < min_to_estimate) {
        return {};
    }
    const StepWork& work = *wanted;
    const auto found = learnt_.find({algorithm, work.in_box});
    if (found == learnt_.end()) {
        return {};
    }
    const Evaluation& known = found->second;
    const double bodies = growth(solver->info, work.count) / growth(solver->info, known.count);
    // Twice as many bytes, and half as many numbers in a vector.
    const auto weight = [](Precision precision) {
        return precision == Precision::fp64 ? 2.0 : 1.0;
    };
    const double precision = weight(work.precision) / weight(known.precision);
    return {StepCost::Known::estimated, known.milliseconds * bodies * precision * work.evaluations,
            0};
}

} // namespace orrery
