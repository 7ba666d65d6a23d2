#include "app/commands/benchmark.hpp"

#include "app/chart/charts.hpp"
#include "app/commands/provenance.hpp"
#include "app/numbers.hpp"
#include "app/panels/theme.hpp"
#include "sim/base/words.hpp"
#include "sim/machine/machine.hpp"
#include "sim/probe/machine_peaks.hpp"
#include "sim/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <ranges>
#include <thread>

namespace orrery {
namespace {

// `steps` steps, averaged; false when stopped.
bool take_sample(Simulation& simulation, int steps, StepTimings& sample,
                 const std::stop_token& stop) {
    const auto start = Clock::now();
    for (int i = 0; i < steps; ++i) {
        if (simulation.step(stop) == Outcome::cancelled) {
            return false;
        }
        const StepTimings& step = simulation.timings();
        for (const StepTimings::Phase& phase : step.phases) {
            sample.add(phase.name, phase.milliseconds / steps);
        }
        sample.interactions += step.interactions;
    }
    sample.interactions /= steps;
    sample.total_milliseconds = milliseconds_since(start) / steps;
    return true;
}

Samples take_samples(Simulation& simulation, const BenchmarkPlan& plan,
                     const std::stop_token& stop) {
    constexpr double shortest_sample = 20; // ms
    constexpr double max_steps = 2000;
    Samples samples(plan.repeats, plan.budget_seconds);
    int steps = 1;
    const auto sample = [&](StepTimings& timings) {
        return take_sample(simulation, steps, timings, stop);
    };
    if (simulation.evaluate(stop) == Outcome::cancelled || !samples.take(sample)) {
        return samples;
    }
    const double first = std::max(samples.first_milliseconds(), 1e-4);
    steps = static_cast<int>(std::clamp(std::ceil(shortest_sample / first), 1.0, max_steps));
    while (!samples.is_complete() && samples.take(sample)) {
    }
    return samples;
}

// The name of the device that computed: the processor, a GPU, or several: "2 x NVIDIA H200".
std::string device_name(const Settings& settings) {
    const std::vector<std::string> gpus = gpus_in_use(settings);
    return gpus.empty()       ? machine().cpu
           : gpus.size() == 1 ? gpus.front()
                              : std::to_string(gpus.size()) + " x " + gpus.front();
}

// "gpu.symmetric", "gpu.symmetric peer"
std::string with_sharing(const std::string& name, const BenchmarkRow& row, const char* between) {
    const Sharing sharing = row.settings.sharing;
    return name + (sharing == Sharing::none ? std::string()
                                            : between + std::string(sharing_mode(sharing).id));
}

Figures figures_of_row(const BenchmarkRow& row) {
    const bool timed = row.repeats > 0;
    const auto if_timed = [&](double value) { return timed ? Json(value) : Json(); };
    const auto error = [&](const char* key, const char* heading, double ForceError::*part) {
        return row.error ? Figure{key, (*row.error).*part, heading,
                                  fmt::format("{:.1e}", (*row.error).*part)}
                         : Figure{key, {}, heading};
    };
    const Settings& settings = row.settings;
    return {
        {"algorithm", settings.algorithm, "ALGORITHM", with_sharing(settings.algorithm, row, " ")},
        {"sharing", sharing_mode(settings.sharing).id},
        {"device", row.device},
        {"scene", settings.source},
        count_figure("bodies", ">BODIES", row.bodies),
        {"precision", precision_name(settings.precision)},
        {"ms_per_step", if_timed(row.step.total_milliseconds), ">ms/STEP",
         timed         ? fmt::format("{:.4g}", row.step.total_milliseconds)
         : row.stopped ? "stopped"
                       : "over budget"},
        {"interactions_per_step", if_timed(row.step.interactions)},
        rate_figure("interactions_per_second", ">INTERACTIONS/s",
                    timed ? std::optional(row.interactions_per_second()) : std::nullopt),
        {"gflops", if_timed(row.gflops()), ">GFLOP/s",
         timed ? fmt::format("{:.4g}", row.gflops()) : ""},
        {"percent_of_peak", if_known(row.percent_of_peak), ">% OF PEAK",
         row.percent_of_peak ? fmt::format("{:.3g}", *row.percent_of_peak) : ""},
        error("median_error", ">MEDIAN ERROR", &ForceError::median),
        error("p99_error", ">P99 ERROR", &ForceError::p99),
        {"phases", phases_json(row.step)},
        {"threads", row.threads},
        {"repeats", row.repeats, ">REPEATS", std::to_string(row.repeats)},
        {"options", options_json(settings)},
        {"time_step", row.time_step},
        {"softening", row.softening}};
}

std::string who_was_alone(const std::vector<BenchmarkRow>& rows) {
    std::string text;
    for (const BenchmarkRow& row : rows) {
        if (row.alone) {
            text += fmt::format("{}, {} bodies: one GPU did it alone\n",
                                with_sharing(row.settings.algorithm, row, " "), row.bodies);
        }
    }
    return text;
}

std::string suspect_peaks(const std::vector<BenchmarkRow>& rows) {
    std::vector<std::string> names;
    for (const BenchmarkRow& row : rows) {
        const std::string& id = row.settings.algorithm;
        if (row.percent_of_peak && is_suspect(find_solver(id).info, *row.percent_of_peak) &&
            std::ranges::find(names, id) == names.end()) {
            names.push_back(id);
        }
    }
    return names.empty() ? ""
                         : fmt::format("the peak is suspect, since {} exceeds it: run 'orrery "
                                       "probe' again on a quiet machine\n",
                                       fmt::join(names, ", "));
}

} // namespace

void require_runnable(std::string_view id, std::string_view reason) {
    if (!reason.empty()) {
        throw bad_input(fmt::format("{} cannot run here: {}", id, reason), "--variants",
                        "use another one");
    }
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

double BenchmarkRow::interactions_per_second() const {
    const double milliseconds = step.total_milliseconds;
    return milliseconds > 0 ? step.interactions / milliseconds * 1e3 : 0;
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
    BenchmarkRow row{.settings = settings,
                     .device = device_name(settings),
                     .bodies = simulation.count(),
                     .time_step = simulation.largest_time_step(),
                     .softening = simulation.softening()};
    if (simulation.solver_info().multithreaded) {
        row.threads = simulation.workers().count();
    }
    std::stop_source limit; // by the user, or when the time is over
    const std::stop_callback by_user(stop, [&limit] { limit.request_stop(); });
    const std::jthread timer([&](const std::stop_token& done) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any().wait_for(
            lock, done, std::chrono::duration<double>(3 * plan.budget_seconds),
            [] { return false; });
        limit.request_stop();
    });
    const Samples samples = take_samples(simulation, plan, limit.get_token());
    row.stopped = stop.stop_requested();
    row.repeats = samples.count();
    if (row.repeats == 0) {
        return row;
    }
    row.step = samples.median();
    row.alone =
        settings.sharing != Sharing::none &&
        std::ranges::all_of(simulation.timings().device_spans,
                            [](const StepTimings::DeviceSpan& span) { return span.member == 0; });
    if (row.alone) {
        row.device = gpus_in_use(settings).front();
    }
    if (plan.error_samples > 0 && !row.stopped) {
        constexpr std::uint64_t seed = 1;
        row.error = simulation.force_error(plan.error_samples, seed, stop);
    }
    return row;
}

std::vector<Figures> figures_of(const std::vector<BenchmarkRow>& rows) {
    const auto figures = rows | std::views::transform(figures_of_row);
    return {figures.begin(), figures.end()};
}

std::string benchmark_page(const std::vector<BenchmarkRow>& rows) {
    const bool some_over_budget = std::ranges::any_of(
        rows, [](const BenchmarkRow& row) { return row.repeats == 0 && !row.stopped; });
    return table_text(figures_of(rows)) +
           (some_over_budget ? "over budget: not one step within three times --budget\n" : "") +
           who_was_alone(rows) + suspect_peaks(rows);
}

std::string benchmark_csv(const std::vector<BenchmarkRow>& rows) {
    constexpr std::string_view header =
        "algorithm,device,scene,bodies,precision,ms_per_step,interactions_per_step,"
        "interactions_per_second,gflops,percent_of_peak,median_error,p99_error,threads,repeats,"
        "sharing";
    const auto cell = [](std::string_view key, const Json& value) {
        if (value.is_number_float()) {
            return fmt::format("{}", value.get<double>());
        }
        if (!value.is_string()) {
            return value.is_null() ? "" : fmt::format("{}", value.get<std::int64_t>());
        }
        const auto word = value.get<std::string>();
        return key == "device" || key == "scene" ? csv_quoted(word) : word; // else one of ours
    };
    std::string text = fmt::format("{}\n", header);
    for (const Json& row : json_of(figures_of(rows))) {
        std::vector<std::string> cells;
        for (const std::string_view key : split(header)) {
            cells.push_back(cell(key, row.at(std::string(key))));
        }
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

Charts bench_charts(const std::vector<BenchmarkRow>& rows) {
    Charts charts;
    LadderChart& ladder = charts.ladder;
    std::vector<ScalingLine>& lines = charts.scaling.lines;
    for (const BenchmarkRow& row : rows) {
        ladder.bodies = std::max(ladder.bodies, row.repeats > 0 ? row.bodies : 0);
    }
    for (const BenchmarkRow& row : rows) {
        const double milliseconds = row.step.total_milliseconds;
        if (row.repeats == 0 || milliseconds <= 0) {
            continue;
        }
        const std::string& id = row.settings.algorithm;
        const SolverInfo& info = find_solver(id).info;
        const std::string title = with_sharing(info.title, row, ", ");
        const std::string precision = precision_name(row.settings.precision);
        const Rgb colour = family_colour(info.family);
        if (row.bodies == ladder.bodies) {
            if (ladder.bars.empty()) {
                ladder.reference = title;
                ladder.title = fmt::format("{}, {} bodies, {}", row.settings.source,
                                           with_thousands(row.bodies), precision);
            }
            const double first =
                ladder.bars.empty() ? milliseconds : ladder.bars.front().time.own.milliseconds;
            ladder.bars.push_back(
                {id, title, {{milliseconds}, {first}}, colour.red, colour.green, colour.blue});
        }
        charts.scaling.title = row.settings.source + ", " + precision;
        auto line = std::ranges::find(lines, title, &ScalingLine::title);
        if (line == lines.end()) {
            line = lines.insert(line, {id, title, {}, colour.red, colour.green, colour.blue});
        }
        line->points.push_back({row.bodies, milliseconds});
    }
    for (ScalingLine& line : lines) {
        std::ranges::sort(line.points, {}, &ScalingLine::Point::bodies);
    }
    std::erase_if(lines, [](const ScalingLine& line) { return line.points.size() < 2; });
    return charts;
}

} // namespace orrery
