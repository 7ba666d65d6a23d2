// orrery bench: algorithms side by side, by time and by error.

#include "app/chart/charts.hpp"
#include "app/commands/benchmark.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/numbers.hpp"
#include "app/state/source_choice.hpp"
#include "sim/machine_memory/machine_memory.hpp"

#include <fmt/format.h>

#include <map>

namespace orrery {
namespace {

struct BenchArguments {
    SystemArguments system;
    std::vector<std::string> algorithms{"all"};
    std::vector<std::string> sharing; // "all", or ids; empty: none
    std::vector<std::size_t> bodies;  // empty: as usual
    BenchmarkPlan plan;
    std::string json, csv, chart;
};

// A row measures an algorithm, shared in this way.
using Contender = std::pair<const SolverEntry*, Sharing>;

struct ChosenAlgorithms {
    std::vector<const SolverEntry*> algorithms;
    // By the reason why "all" leaves them out.
    std::map<std::string, std::vector<std::string>> left_out;
};

// Each algorithm alone, and shared in the ways asked for where that can be.
std::vector<Contender> contenders_of(const ChosenAlgorithms& choice,
                                     const BenchArguments& request) {
    std::vector<Sharing> wanted;
    for (const std::string& id : request.sharing) {
        if (id != "all") {
            wanted.push_back(find_sharing(id));
            continue;
        }
        for (const SharingMode& mode : sharing_modes()) {
            if (sharing_unavailable(mode.sharing).empty()) {
                wanted.push_back(mode.sharing);
            }
        }
    }
    std::erase(wanted, Sharing::none);
    std::vector<Contender> contenders;
    for (const SolverEntry* entry : choice.algorithms) {
        contenders.emplace_back(entry, Sharing::none);
        for (std::size_t i = 0; entry->shared != nullptr && i < wanted.size(); ++i) {
            contenders.emplace_back(entry, wanted[i]);
        }
    }
    return contenders;
}

ChosenAlgorithms chosen_algorithms(const std::vector<std::string>& ids, const Settings& settings) {
    ChosenAlgorithms choice;
    for (const std::string& id : ids) {
        if (id != "all") {
            choice.algorithms.push_back(&find_solver(id));
            continue;
        }
        for (const SolverEntry& entry : solvers()) {
            const std::string reason = why_not(entry, settings);
            if (reason.empty()) {
                choice.algorithms.push_back(&entry);
            } else {
                choice.left_out[reason].emplace_back(entry.info.id);
            }
        }
    }
    return choice;
}

// "leaving out 23 algorithms: there is no CUDA in this build"; --verbose names them.
void say_what_is_left_out(const ChosenAlgorithms& choice, const Console& console) {
    for (const auto& [reason, ids] : choice.left_out) {
        if (ids.size() <= 3 || console.words == Console::Words::many) {
            console.note(fmt::format("leaving out {}: {}", fmt::join(ids, ", "), reason));
        } else {
            console.note(fmt::format("leaving out {} algorithms: {}", ids.size(), reason));
        }
    }
}

// Measured by 'orrery probe' and remembered; none if that is still to be done.
std::optional<MachinePeaks> known_peaks(const Console& console) {
    RememberedPeaks remembered = read_remembered_peaks();
    if (!remembered.complaint.empty()) {
        console.note(fmt::format("no percentages of the peak: {}", remembered.complaint));
    }
    return std::move(remembered.peaks);
}

// What holds for all algorithms, before it is known which there are. Each is looked at alone.
Settings settings_of_all(SystemArguments arguments, const std::optional<SavedSettings>& saved) {
    arguments.solver_options.clear();
    Settings settings = choose_settings(arguments, {}, saved).settings;
    settings.sharing = Sharing::none;
    return settings;
}

// Where none is typed. `file`: the bodies of one.
std::vector<std::size_t> usual_counts(const std::string& source,
                                      const std::optional<System>& file) {
    std::vector<std::size_t> counts;
    for (const std::size_t count : {4096U, 16384U}) {
        if (has_free_count(source) && (!file || count <= file->bodies.size())) {
            counts.push_back(count);
        }
    }
    return counts.empty() ? std::vector<std::size_t>{0} : counts;
}

struct Benchmark {
    std::vector<BenchmarkRow> rows;
    ChosenSettings chosen;
};

Benchmark run_rows(const BenchArguments& request, const std::stop_token& stop,
                   const Console& console) {
    const std::optional<MachinePeaks> peaks = known_peaks(console);
    std::optional<SavedSettings> saved = session_settings(request.system);
    if (saved) {
        saved->settings.algorithm = Settings{}.algorithm; // here it is one among others
    }
    const ChosenAlgorithms choice =
        chosen_algorithms(request.algorithms, settings_of_all(request.system, saved));
    const std::vector<Contender> contenders = contenders_of(choice, request);
    Benchmark done{{}, choose_settings(request.system, choice.algorithms, saved)};
    for (const std::size_t count : request.bodies) {
        require_count(request.system.source, count);
    }
    Settings settings = done.chosen.settings;
    std::optional<System> file; // which is read once
    if (!is_scene(settings.source)) {
        file = load_system(settings).system;
    }
    const std::vector<std::size_t> counts =
        request.bodies.empty() ? usual_counts(settings.source, file) : request.bodies;
    ProgressBar progress(console, "bench");
    const auto total = static_cast<double>(counts.size() * contenders.size());
    for (const std::size_t bodies : counts) {
        settings.bodies = bodies;
        const System system = file ? first_bodies(*file, settings) : load_system(settings).system;
        if (done.rows.empty()) { // not before: a mistake in the source is told alone
            tell(done.chosen, console);
            say_what_is_left_out(choice, console);
        }
        for (const auto& [entry, sharing] : contenders) {
            settings.algorithm = entry->info.id;
            settings.sharing = sharing;
            progress.show(
                static_cast<double>(done.rows.size()) / total,
                fmt::format("{} · {}", entry->info.id, with_thousands(system.bodies.size())));
            BenchmarkRow& row =
                done.rows.emplace_back(run_benchmark(system, settings, request.plan, stop));
            const double percent =
                peaks ? percent_of_peak(*peaks, entry->info_with(sharing), settings.precision,
                                        row.interactions_per_second())
                      : 0;
            row.percent_of_peak = percent > 0 ? std::optional(percent) : std::nullopt;
            if (stop.stop_requested()) {
                return done;
            }
        }
    }
    return done;
}

ExitCode bench(const BenchArguments& request, const Console& console) {
    require_place(request.csv);
    require_place(request.chart);
    const ChartWriter write_chart = request.chart.empty() ? nullptr : chart_writer(request.chart);
    return report_findings("bench", request.json, [&](const std::stop_token& stop) {
        const auto [rows, chosen] = run_rows(request, stop, console);
        Findings found{benchmark_page(rows),
                       rows_json(figures_of(rows), provenance(chosen)),
                       {{request.csv, benchmark_csv(rows)}}};
        if (write_chart != nullptr) {
            found.files.emplace_back(request.chart, write_chart(bench_charts(rows)));
        }
        return found;
    });
}

void declare(Parser& parser, BenchArguments& request) {
    add_source_arguments(parser, request.system, "plummer", false);
    add_bodies_argument(parser, request.bodies, "4096,16384, or fewer if the file has fewer");
    parser.group("Forces")
        .list("--algorithms,--algorithm ALGORITHM,…|all", request.algorithms,
              "'all' (default) or ids")
        .list("--multi-gpu SHARING,…|all", request.sharing,
              "adds rows with an algorithm's work shared between GPUs, where possible: 'all', or "
              "the ways of 'orrery list sharing'");
    add_force_arguments(parser, request.system, UnnamedAlgorithm::several);
    add_motion_arguments(parser, request.system);
    add_repeat_argument(parser, request.plan.repeats, "timed samples");
    parser.option("--samples N",
                  into(request.plan.error_samples, count_within("bodies", 0, 1'000'000)),
                  "bodies to measure the force error on (default: 1000; 0: none)");
    add_budget_argument(parser, request.plan.budget_seconds,
                        "start no further sample after this many seconds on a row, so that slow "
                        "algorithms get fewer (column REPEATS); an algorithm without a single step "
                        "in three times that is skipped (default: 20)");
    add_json_argument(parser, request.json, "the rows");
    parser.option("--csv FILE", request.csv, "write the rows as CSV; - is standard output")
        .option("--chart FILE", request.chart,
                "draw a chart: the rows with the most bodies as bars relative to the first and, "
                "for several numbers of bodies, time vs. their number: .svg, .png, .csv or .json");
}

} // namespace

extern const Subcommand bench_command{
    "bench",
    "[SCENE|FILE] [--algorithms a,b|all] [--bodies N,…] [options]",
    "time algorithms side by side",
    "Runs whole time steps (one force evaluation each with leapfrog) of every algorithm for every "
    "number of bodies, and prints the median time of a step, ordered pairs per second, GFLOP/s (20 "
    "operations per interaction, as is customary) and the force error against a direct sum in "
    "double precision on sampled bodies.\n\nA sample is as many steps as fit in 20 ms. The first "
    "evaluation and the first step are not timed unless the budget is too short. 'all' skips "
    "algorithms that cannot run here and says so. Once 'orrery probe' has measured this machine, a "
    "column shows each rate as a share of its arithmetic peak.",
    "orrery bench --algorithms all --bodies 4096,16384\n"
    "orrery bench --algorithms cpu.simd,cpu.symmetric --bodies 64k --json -\n"
    "orrery bench galaxy.tipsy --bodies 0",
    declared<BenchArguments, bench>,
};

} // namespace orrery
