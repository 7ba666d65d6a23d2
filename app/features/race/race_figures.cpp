#include "app/features/race/race_figures.hpp"

#include "app/language/tr.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

namespace orrery {
namespace {

// The one that is ahead of all others; none at equal times, or where two are.
void mark_leader(std::vector<RacerStatus>& racers, double began_at, bool backwards) {
    const auto way = [&](const RacerStatus& racer) {
        return backwards ? began_at - racer.time : racer.time - began_at;
    };
    RacerStatus& leader = *std::ranges::max_element(racers, {}, way);
    leader.ahead = way(leader) > 0 && std::ranges::count(racers, way(leader), way) == 1;
}

// Of the steps that a clock keeps.
constexpr std::chrono::seconds kept(1);
constexpr std::size_t fewest = 2;
constexpr std::size_t fewest_for_median = 5;
constexpr std::size_t max_for_median = 256; // of short steps there are many, all alike

constexpr std::size_t max_bodies_read = 1024;

// Racers that step by turns are at one time for a moment only; so often it is tried to meet it.
constexpr int max_tries = 12;

// Sums of other steps differ in their last bits.
bool at_one_time(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1e-9});
}

bool on_processor(const Settings& settings) {
    return find_solver(settings.algorithm).info.space == Space::host;
}

MachineShare share_of_cores(const Settings& settings, const Race& race, int racers, int cores) {
    MachineShare share;
    if (race.what == "threads") {
        share.words = tr_format("of {} cores", cores);
        return share;
    }
    share.threads = std::max(1, cores / racers);
    const int used = find_solver(settings.algorithm).info.multithreaded ? share.threads : 1;
    share.words = racers > cores ? tr_format("{} share {} {}", racers, cores,
                                             cores == 1 ? tr("core") : tr("cores"))
                                 : tr_format("{} of {} cores", used, cores);
    return share;
}

} // namespace

std::size_t race_reference(const Race& race, const std::string& compared) {
    const auto found = std::ranges::find(race.values, compared);
    return race.what == "algorithm" && found != race.values.end()
               ? static_cast<std::size_t>(found - race.values.begin())
               : 0;
}

std::vector<RacerStatus> racer_figures(const AppState& app, std::span<const Racer> racing,
                                       double began_at) {
    const RaceStatus& race = app.race;
    const std::size_t reference = race_reference(race.race, app.view.reference);
    const double reference_milliseconds = racing[reference].clock.milliseconds();
    std::vector<RacerStatus> racers;
    for (std::size_t k = 0; k < racing.size(); ++k) {
        const SimulationStatus& status = racing[k].status;
        RacerStatus racer;
        racer.title = racer_title(race.race, k);
        racer.algorithm = racer_settings(race, k, app.settings).algorithm;
        racer.time = status.time;
        racer.trouble = status.error ? status.error->problem() : "";
        if (racing[k].simulation) {
            const std::optional<StepInFlight> step =
                k == 0 ? app.step_in_flight : racing[k].simulation->step_in_flight();
            racer.seconds_in_step = step ? step->seconds : 0;
        }
        racer.steps_per_second = racing[k].clock.steps_per_second(Clock::now());
        racer.milliseconds = racing[k].clock.milliseconds();
        if (racer.milliseconds > 0 && reference_milliseconds > 0) {
            racer.factor = reference_milliseconds / racer.milliseconds;
        }
        if (k < race.rates.size()) { // of a film
            racer.steps_per_second = race.rates[k];
            racer.milliseconds = 1000 / race.rates[k];
            racer.factor = race.rates[k] / race.rates[reference];
        }
        racer.apart = racing[k].apart;
        racers.push_back(std::move(racer));
    }
    if (!race.equal_times && !race.holds) {
        mark_leader(racers, began_at, app.settings.reversed);
    }
    return racers;
}

void RacerClock::add(const std::vector<StepReport>& steps) {
    for (const StepReport& step : steps) {
        steps_.push_back({step.finished, step.step, step.timings.total_milliseconds});
    }
    while (steps_.size() > fewest && steps_.front().finished + kept < steps_.back().finished) {
        steps_.pop_front();
    }
}

// Not every step is reported where they are very many.
double RacerClock::steps_per_second(Clock::time_point now) const {
    if (steps_.size() < fewest) {
        return 0;
    }
    using Seconds = std::chrono::duration<double>;
    const double passed = Seconds(steps_.back().finished - steps_.front().finished).count();
    const double until_now = Seconds(now - steps_.front().finished).count();
    const auto count = static_cast<double>(steps_.back().number - steps_.front().number);
    const double counted = std::max(passed, until_now * count / (count + 1)); // with the next one
    return counted > 0 ? count / counted : 0;
}

double RacerClock::milliseconds() const {
    // The first of them only begins the span in which steps are counted: of long steps, of which
    // there are few, what one takes and how many come a second agree.
    std::vector<double> some;
    for (std::size_t i = steps_.size() > 1 ? 1 : 0; i < steps_.size();
         i += 1 + steps_.size() / max_for_median) {
        some.push_back(steps_[i].milliseconds);
    }
    if (some.empty()) {
        return 0;
    }
    if (some.size() < fewest_for_median) {
        return std::accumulate(some.begin(), some.end(), 0.0) / static_cast<double>(some.size());
    }
    const auto middle = some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2);
    std::nth_element(some.begin(), middle, some.end());
    return *middle;
}

double relative_distance(const VectorArray<double>& first, const VectorArray<double>& second) {
    const auto count = static_cast<double>(first.size());
    const auto square = [](const glm::dvec3& v) { return glm::dot(v, v); };
    glm::dvec3 centre{0, 0, 0};
    for (std::size_t i = 0; i < first.size(); ++i) {
        centre += at(first, i) / count;
    }
    double apart = 0;
    double size = 0;
    for (std::size_t i = 0; i < first.size(); ++i) {
        apart += square(at(first, i) - at(second, i));
        size += square(at(first, i) - centre);
    }
    return size > 0 ? std::sqrt(apart / size) : 0;
}

std::vector<std::optional<double>> distances_apart(const std::vector<BodyReader>& racers,
                                                   std::size_t count, double began_at,
                                                   const std::stop_token& stop) {
    ReadRequest request{.position = true};
    const std::size_t read = std::min(count, max_bodies_read);
    for (std::size_t k = 0; k < read; ++k) {
        request.bodies.push_back(k * count / read);
    }
    std::vector<std::optional<double>> all(racers.size());
    for (std::size_t k = 1; k < racers.size(); ++k) {
        for (int attempt = 0; attempt < max_tries && !all[k] && !stop.stop_requested(); ++attempt) {
            const BodyValues other = racers[k](request);
            const BodyValues first = racers[0](request);
            const bool same_bodies = first.position.size() == other.position.size();
            if (same_bodies && first.time != began_at && at_one_time(first.time, other.time)) {
                all[k] = relative_distance(first.position, other.position);
            } else {
                std::this_thread::yield();
            }
        }
    }
    return all;
}

std::vector<Settings> wanted_by_all(const Race& race, const Settings& settings) {
    std::vector<Settings> all;
    for (std::size_t k = 0; k < race.values.size(); ++k) {
        all.push_back(with_racer(settings, race, k));
    }
    return all;
}

int home_gpu(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    if (info.space == Space::host) { // which GPUs are named is of no interest, and may be wrong
        return -1;
    }
    return home_device(info, device_list(settings.devices)).value_or(-1);
}

std::vector<MachineShare> machine_shares(const std::vector<Settings>& racers, const Race& race,
                                         int cores, int gpus) {
    const auto on_cores = static_cast<int>(std::ranges::count_if(racers, on_processor));
    const int on_gpus = static_cast<int>(racers.size()) - on_cores;
    std::vector<MachineShare> shares;
    int gpu = 0;
    for (const Settings& racer : racers) {
        if (on_processor(racer)) {
            shares.push_back(share_of_cores(racer, race, on_cores, cores));
            continue;
        }
        MachineShare share;
        const bool chosen =
            race.what == "devices" || racer.sharing != Sharing::none || racer.devices != "all";
        if (!chosen && gpus > 0) {
            const int mine = gpu++ % gpus;
            share.devices = std::to_string(mine);
            share.words = fmt::format("GPU {}{}", mine, on_gpus > gpus ? tr(", taking turns") : "");
        } else {
            share.words = on_gpus > 1 ? tr("GPUs, taking turns") : "GPU";
        }
        shares.push_back(std::move(share));
    }
    return shares;
}

} // namespace orrery
