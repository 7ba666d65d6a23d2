#include "app/state/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace orrery {

namespace {

constexpr std::size_t steps_in_median = 15;
constexpr std::size_t frames_in_mean = 30;

template <class Sample>
void drop_old(std::deque<Sample>& samples) {
    while (!samples.empty() && (samples.size() > History::most_samples ||
                                samples.front().at < samples.back().at - History::seconds_kept)) {
        samples.pop_front();
    }
}

void push_newest(std::deque<double>& values, double value) {
    values.push_back(value);
    if (values.size() > steps_in_median) {
        values.pop_front();
    }
}

double median(const std::deque<double>& values) {
    std::vector<double> sorted(values.begin(), values.end());
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

double relative(double error, double scale) {
    return scale > 0 ? error / scale : error;
}

StepSample sample_of(const StepReport& step, const std::optional<Conserved>& initial,
                     Clock::time_point window_opened) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    StepSample sample;
    sample.at = std::chrono::duration<double>(step.finished - window_opened).count();
    sample.time = step.time;
    sample.algorithm = step.algorithm;
    sample.timings = step.timings;
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

} // namespace

void History::add_frame(const FrameReport& frame) {
    frames_.push_back(frame);
    drop_old(frames_);
}

void History::add_steps(const std::vector<StepReport>& steps, const SimulationStatus& status,
                        Clock::time_point window_opened) {
    constexpr double closest = seconds_kept / static_cast<double>(most_samples);
    for (const StepReport& step : steps) {
        StepSample sample = sample_of(step, status.initial, window_opened);
        Recent& recent = recent_by_algorithm_[sample.algorithm];
        push_newest(recent.milliseconds, sample.timings.total_milliseconds);
        push_newest(recent.interactions_per_second, sample.interactions_per_second);
        if (step.conserved) {
            add_to_trust(sample);
        }
        if (steps_.empty() || steps_.back().algorithm != sample.algorithm ||
            sample.at - steps_.back().at >= closest) {
            steps_.push_back(std::move(sample));
            drop_old(steps_);
        }
    }
    // Only now: these steps may still be of the work before.
    const Settings& settings = status.settings;
    const Work work{settings.source, status.count, settings.precision, settings.sharing,
                    settings.threads};
    if (work_ && *work_ != work) {
        recent_by_algorithm_.clear();
    }
    work_ = work;
}

void History::add_to_trust(const StepSample& sample) {
    if (++trust_skipped_ < trust_stride_) {
        return;
    }
    trust_skipped_ = 0;
    trust_.push_back(sample);
    if (trust_.size() < most_samples) {
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
    trust_stride_ = 1;
    trust_skipped_ = 0;
}

double History::milliseconds_per_step(const std::string& algorithm) const {
    const auto found = recent_by_algorithm_.find(algorithm);
    return found == recent_by_algorithm_.end() ? 0 : median(found->second.milliseconds);
}

double History::interactions_per_second(const std::string& algorithm) const {
    const auto found = recent_by_algorithm_.find(algorithm);
    return found == recent_by_algorithm_.end() ? 0 : median(found->second.interactions_per_second);
}

double History::frames_per_second() const {
    const std::size_t count = std::min(frames_in_mean, frames_.size());
    double sum = 0;
    for (std::size_t i = frames_.size() - count; i < frames_.size(); ++i) {
        sum += frames_[i].frame_milliseconds;
    }
    return sum > 0 ? 1000 * static_cast<double>(count) / sum : 0;
}

} // namespace orrery
