#include "app/commands/benchmark.hpp"

#include "app/commands/provenance.hpp"
#include "sim/machine/machine.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace orrery {
namespace {

// Stops when the user does, or when the time is over.
class TimeLimit {
public:
    TimeLimit(std::stop_token user, double seconds)
        : user_(std::move(user), [this] { source_.request_stop(); }),
          timer_([this, seconds](const std::stop_token& done) {
              std::mutex mutex;
              std::unique_lock lock(mutex);
              std::condition_variable_any woken;
              woken.wait_for(lock, done, std::chrono::duration<double>(seconds),
                             [] { return false; });
              if (!done.stop_requested()) {
                  source_.request_stop();
              }
          }) {}
    TimeLimit(const TimeLimit&) = delete;
    TimeLimit& operator=(const TimeLimit&) = delete;
    ~TimeLimit() = default;

    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    std::stop_callback<std::function<void()>> user_;
    std::jthread timer_;
};

// `steps` steps, averaged; nullopt when stopped.
std::optional<StepTimings> take_sample(Simulation& simulation, int steps,
                                       const std::stop_token& stop) {
    StepTimings sample;
    const auto start = Clock::now();
    for (int i = 0; i < steps; ++i) {
        if (simulation.step(stop) == Outcome::cancelled) {
            return std::nullopt;
        }
        const StepTimings& step = simulation.timings();
        for (const StepTimings::Phase& phase : step.phases) {
            sample.add(phase.name, phase.milliseconds / steps);
        }
        sample.interactions += step.interactions;
    }
    sample.interactions /= steps;
    sample.total_milliseconds = milliseconds_since(start) / steps;
    return sample;
}

std::vector<StepTimings> take_samples(Simulation& simulation, const BenchmarkPlan& plan,
                                      const std::stop_token& stop) {
    constexpr double shortest_sample = 20; // ms
    constexpr double max_steps = 2000;
    const auto start = Clock::now();
    if (simulation.evaluate(stop) == Outcome::cancelled) {
        return {};
    }
    // The first step warms up caches and clocks, and tells how long one lasts. It counts only where
    // there is no time for another.
    std::optional<StepTimings> sample = take_sample(simulation, 1, stop);
    if (!sample) {
        return {};
    }
    const double first = std::max(sample->total_milliseconds, 1e-4);
    const int steps =
        static_cast<int>(std::clamp(std::ceil(shortest_sample / first), 1.0, max_steps));
    const auto fits_another = [&] {
        return milliseconds_since(start) + first * steps <= plan.budget_seconds * 1e3;
    };
    if (!fits_another()) {
        return {std::move(*sample)};
    }
    std::vector<StepTimings> samples;
    while (static_cast<int>(samples.size()) < plan.repeats && (samples.empty() || fits_another())) {
        sample = take_sample(simulation, steps, stop);
        if (!sample) {
            break;
        }
        samples.push_back(std::move(*sample));
    }
    return samples;
}

// What computed: the processor, a GPU, or several: "2 x NVIDIA H200".
std::string device_name(const Settings& settings) {
    const std::vector<std::string> gpus = gpus_in_use(settings);
    return gpus.empty()       ? machine().cpu
           : gpus.size() == 1 ? gpus.front()
                              : std::to_string(gpus.size()) + " x " + gpus.front();
}

} // namespace

double BenchmarkRow::interactions_per_second() const {
    return milliseconds > 0 ? interactions / milliseconds * 1e3 : 0;
}

double BenchmarkRow::gflops() const {
    constexpr double operations_per_interaction = 20;
    return interactions_per_second() * operations_per_interaction / 1e9;
}

BenchmarkRow run_benchmark(const System& system, const Settings& settings,
                           const BenchmarkPlan& plan, const std::stop_token& stop) {
    Settings measured = settings;
    measured.measure_energy = false;
    Simulation simulation;
    simulation.load(system, measured);

    BenchmarkRow row;
    row.algorithm = settings.algorithm;
    row.device = device_name(settings);
    row.scene = settings.source;
    row.settings = settings;
    row.time_step = simulation.largest_time_step();
    row.softening = simulation.softening();
    row.bodies = simulation.count();
    row.precision = settings.precision;
    row.threads = simulation.solver_info().multithreaded ? simulation.workers().count() : 1;

    const TimeLimit limit(stop, 3 * plan.budget_seconds);
    std::vector<StepTimings> samples = take_samples(simulation, plan, limit.token());
    row.stopped = stop.stop_requested();
    row.repeats = static_cast<int>(samples.size());
    if (samples.empty()) {
        return row;
    }
    std::ranges::sort(samples, {}, &StepTimings::total_milliseconds);
    row.phases = samples[samples.size() / 2];
    row.milliseconds = row.phases.total_milliseconds;
    row.interactions = row.phases.interactions;
    if (plan.error_samples > 0 && !row.stopped) {
        constexpr std::uint64_t seed = 1;
        row.error = simulation.force_error(plan.error_samples, seed, stop);
    }
    return row;
}

} // namespace orrery
