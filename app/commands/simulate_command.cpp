// orrery simulate: the simulation without a picture; what it conserved, and snapshots.

#include "app/commands/forces.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/ranks.hpp"
#include "app/commands/results.hpp"
#include "app/commands/run.hpp"
#include "app/numbers.hpp"
#include "app/state/body_units.hpp"
#include "render/record/numbered_path.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/domain/travel.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/snapshot.hpp"
#include "sim/snapshots/file_position.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

struct SimulateArguments {
    SystemArguments system;
    std::optional<double> until;
    std::optional<std::size_t> steps;
    std::optional<double> snapshot_every; // in the system's time
    std::string output, format, json;
    std::string again; // a report, whose run is to be repeated
};

// The format of the requested files. Throws bad_input unless `bodies` bodies can be
// written, by the process that does it.
const SnapshotFormat& checked_format(const SimulateArguments& request, std::size_t bodies,
                                     const Console& console) {
    // No format takes much less: single precision for mass, position, velocity, softening, id.
    constexpr std::uintmax_t bytes_per_body = 36;
    const SnapshotFormat& format = format_to_write(request.output, request.format);
    if (console.speaks()) {
        require_place(numbered(request.output, 0), bodies * bytes_per_body);
    }
    return format;
}

// The files, where they really are, and their times.
using Snapshots = std::vector<std::pair<std::string, double>>;

// Writes the final state or, with an interval, one file every so much time, the first and the last
// state included. A session gets the settings that run.
class SnapshotWriter {
public:
    // Throws bad_input where there is no room for the bodies. Notes what the format cannot hold.
    // `threads`: as they were asked for, not what a rank has of its machine.
    SnapshotWriter(const SimulateArguments& request, int threads, const Simulation& simulation,
                   ResultFiles& results, const Console& console)
        : path_(request.output), threads_(threads), interval_(request.snapshot_every),
          next_(simulation.time()), results_(results) {
        if (request.output.empty()) {
            return;
        }
        format_ = &checked_format(request, simulation.count(), console);
        for (const std::string& lost : {lost_columns(*format_, *simulation.system()),
                                        lost_units(*format_, simulation.units())}) {
            if (!lost.empty()) {
                console.note(printable(lost));
            }
        }
    }

    void after_step(const Simulation& simulation) {
        // Half a step of tolerance: the snapshot nearest to each multiple of the interval.
        if (interval_ && simulation.time() >= next_ - simulation.time_step() / 2) {
            write(simulation);
            const double passed = std::ceil((simulation.time() - next_) / *interval_);
            next_ += *interval_ * std::max(1.0, passed);
        }
    }
    void finish(const Simulation& simulation) {
        if (format_ != nullptr && simulation.version() != last_written_) {
            write(simulation);
        }
    }
    const Snapshots& files() const { return files_; }

private:
    void write(const Simulation& simulation) {
        const System now = simulation.snapshot_share();
        Settings settings = simulation.settings();
        settings.threads = threads_;
        const auto place =
            results_.write(numbered(path_, count_++), format_->extension, [&](const auto& file) {
                write_snapshot(file, now, format_->id, settings, simulation.ranks());
            });
        if (place) {
            // A rescued snapshot overwrites an earlier one of the same name.
            std::erase_if(files_, [&](const auto& written) { return written.first == *place; });
            files_.push_back({place->string(), simulation.time()});
            last_written_ = simulation.version();
        }
    }

    std::filesystem::path path_;
    int threads_;
    const SnapshotFormat* format_ = nullptr; // none: nothing is wanted
    std::optional<double> interval_;
    double next_;
    ResultFiles& results_;
    std::size_t count_ = 0;
    std::optional<std::uint64_t> last_written_;
    Snapshots files_;
};

struct Run {
    Conservation conservation;
    StepTimings all;                               // steps together
    double initial = 0, smallest = 0, largest = 0; // of its time steps; 0: none yet
    bool interrupted = false;
};

Run run(Simulation& simulation, const RunLength& length, SnapshotWriter& snapshots,
        const StopSignals& signals, const Console& console) {
    Run result;
    ProgressBar progress(console, "simulate");
    const auto measure = [&] {
        if (const std::optional<Conserved> now = simulation.conserved()) {
            result.conservation.add(*now);
        }
    };
    if (simulation.evaluate(signals.token()) == Outcome::complete) {
        measure();
        snapshots.after_step(simulation);
        while (!length.reached(simulation)) {
            const double step_size = length.next_step(simulation);
            if (length.step(simulation, signals.token()) == Outcome::cancelled) {
                break;
            }
            const bool first = result.largest == 0;
            result.initial = first ? step_size : result.initial;
            result.smallest = first ? step_size : std::min(result.smallest, step_size);
            result.largest = std::max(result.largest, step_size);
            const StepTimings& step = simulation.timings();
            for (const StepTimings::Phase& phase : step.phases) {
                result.all.add(phase.name, phase.milliseconds);
            }
            result.all.total_milliseconds += step.total_milliseconds;
            result.all.interactions += step.interactions;
            measure();
            snapshots.after_step(simulation);
            progress.show_time(length.fraction(simulation), simulation.time());
        }
    }
    result.interrupted = !length.reached(simulation);
    result.all.interactions = sum_of(console.ranks, result.all.interactions);
    // Before the first step there is nothing that the source does not hold.
    if (!result.interrupted || simulation.steps() > 0) {
        snapshots.finish(simulation);
    } else {
        result.conservation = {};
    }
    return result;
}

// "1.25", "365 days"
std::string time_text(const Simulation& simulation) {
    const std::string& unit = simulation.units().time;
    return fmt::format("{:.6g}{}{}", simulation.time(), unit.empty() ? "" : " ", unit);
}

// By the file, the scene or the command line; else there is none.
bool softening_is_given(const Simulation& simulation) {
    return simulation.catalogue().softening_is_told || simulation.settings().softening;
}

// "0.0078", or of adaptive steps "0.002 … 0.0078 (adaptive, eta 0.1)".
std::string step_text(const Simulation& simulation, const Run& run) {
    if (simulation.step_accuracy() == 0) {
        return fmt::format("{:g}", simulation.time_step());
    }
    // Equal steps of ln a end at none that was not asked for.
    const bool ends = !simulation.system()->cosmology || simulation.settings().time_step;
    return fmt::format("{:.3g} … {:.3g} (adaptive, eta {:g}{})", run.smallest, run.largest,
                       simulation.step_accuracy(),
                       ends ? fmt::format(", at most {:g}", simulation.largest_time_step()) : "");
}

std::string report_text(const Simulation& simulation, const Run& run, const Snapshots& files) {
    const Settings& settings = simulation.settings();
    std::string text = fmt::format(
        "{}: {}, {}, {}, {}, dt {}, softening {:g}{}\n", printable(settings.source),
        counted(simulation.count(), "body", "bodies"), algorithm_text(settings),
        simulation.integrator().id, precision_name(settings.precision), step_text(simulation, run),
        simulation.softening(), softening_is_given(simulation) ? "" : " (none given)");
    text += header_line(simulation.catalogue(), simulation.units());
    text += fmt::format("{} to t = {}", counted(simulation.steps(), "step", "steps"),
                        time_text(simulation));
    if (simulation.steps() > 0) {
        const double time = run.all.total_milliseconds;
        text += fmt::format(" in {}: {} a step, {}", as_milliseconds(time),
                            as_milliseconds(time / static_cast<double>(simulation.steps())),
                            with_prefix(run.all.interactions / time * 1e3, " interactions/s"));
    }
    text += "\n" + run.conservation.text();
    if (files.size() == 1) {
        text += fmt::format("snapshot: {}\n", printable(files[0].first));
    } else if (!files.empty()) {
        text += fmt::format("{} snapshots: {} … {}\n", files.size(), printable(files.front().first),
                            printable(files.back().first));
    }
    return text;
}

Json report_json(const Simulation& simulation, const Run& run, const Snapshots& files) {
    Json snapshots = Json::array();
    for (const auto& [file, time] : files) {
        snapshots.push_back({{"file", file}, {"time", time}});
    }
    const auto steps = static_cast<double>(simulation.steps());
    const Settings& settings = simulation.settings();
    return {{"algorithm", simulation.solver_info().id},
            {"options", options_json(settings)},
            {"integrator", simulation.integrator().id},
            {"scene", settings.source},
            {"bodies", simulation.count()},
            {"precision", precision_name(settings.precision)},
            {"time_step", simulation.largest_time_step()},
            {"adaptive", simulation.step_accuracy() > 0},
            {"time_steps", run.largest == 0 ? Json()
                                            : Json{{"initial", run.initial},
                                                   {"smallest", run.smallest},
                                                   {"largest", run.largest}}},
            {"softening", simulation.softening()},
            {"softening_given", softening_is_given(simulation)},
            {"steps", simulation.steps()},
            {"time", simulation.time()},
            {"interrupted", run.interrupted},
            {"ms_per_step", run.all.total_milliseconds / steps},
            {"interactions_per_second", run.all.interactions / run.all.total_milliseconds * 1e3},
            {"conservation", run.conservation.json()},
            {"state", state_mark(simulation.snapshot_share(), simulation.ranks())},
            {"phases", phases_json(run.all, std::max(1.0, steps))},
            {"snapshots", std::move(snapshots)}};
}

void require_length(const SimulateArguments& request) {
    if (request.until && request.steps) {
        throw bad_input("--until and --steps cannot be combined", "simulate",
                        "give one of them, not both");
    }
    if (!request.until && !request.steps) {
        throw bad_input("give either --until TIME or --steps N", "simulate", "");
    }
}

// An error that everybody would want to know of.
void advise_on_energy(const Simulation& simulation, const Run& run, const Console& console) {
    constexpr double noticeable = 1e-2;
    const double error = run.conservation.worst_energy_error();
    // Nor where it is not a number; where space expands it is not conserved.
    if (!(error > noticeable) || simulation.system()->cosmology) {
        return;
    }
    const std::string step =
        simulation.step_accuracy() > 0
            ? "a smaller --adaptive than " + briefly(simulation.step_accuracy())
            : fmt::format("a smaller --dt, --adaptive {:g}",
                          usual_step_accuracy(simulation.softening()));
    console.note(
        fmt::format("the energy is off by {} %: {} or a {} helps", briefly(100 * error), step,
                    simulation.softening() > 0 ? "larger softening" : "softening above 0"));
}

// Of a run that is repeated: what the report says, unless it was typed.
void take_over(SimulateArguments& request, const RepeatedRun& repeated) {
    if (request.system.source_given) {
        throw bad_input("--again repeats a run with its own bodies", request.system.source,
                        "leave out one of the two");
    }
    request.system.source = repeated.saved.settings.source;
    if (request.until || request.steps) { // another length
        request.system.own_flags.emplace_back(request.until ? "--until" : "--steps");
        return;
    }
    request.until = repeated.until;
    request.steps = repeated.steps;
}

ChosenSystem chosen_system(const SimulateArguments& request,
                           const std::optional<RepeatedRun>& repeated, const Console& console) {
    ChosenSystem system =
        choose_system(request.system, console,
                      repeated ? std::optional(repeated->saved) : std::nullopt, console.ranks);
    if (repeated && system.mark != repeated->mark) {
        throw bad_input("this is not the file that the report's run started from",
                        request.system.source,
                        "find the original file, or simulate this one from the start");
    }
    return system;
}

ExitCode simulate(SimulateArguments request, const Console& console) {
    std::optional<RepeatedRun> repeated;
    if (!request.again.empty()) {
        repeated = read_repeated_run(request.again);
        take_over(request, *repeated);
    }
    require_length(request);
    if (!request.output.empty()) {
        static_cast<void>(checked_format(request, 0, console));
    }
    if (request.snapshot_every && !has_number(request.output)) {
        throw bad_input("--snapshot-every needs numbered files", "-o",
                        "give a pattern, like -o out-%05d.tipsy");
    }
    if (console.speaks()) {
        require_place(request.json);
    }
    require_different_outputs(request.output, request.json);
    if (console.ranks.size() > 1 && request.system.source == "-") {
        throw bad_input("standard input comes to one process only", "-", "name a file");
    }
    const StopSignals signals;
    const std::string date = date_now();
    ChosenSystem system = chosen_system(request, repeated, console);
    tell_rounding(system, console);
    Settings& settings = system.chosen.settings;
    settings.measure_energy = true; // whatever a session's window was doing
    const int threads = settings.threads;
    settings.threads = threads == 0 ? threads_of_rank(console) : threads;
    const Json origin = request.json.empty() ? Json() : provenance(system);
    Simulation simulation(Workers::Priority::normal, console.ranks);
    simulation.set_place_on_machine(console.rank_here);
    simulation.load(std::move(system.system), system.chosen.settings);
    if (request.until && simulation.system()->cosmology && !(*request.until > 0)) {
        throw bad_input("space began to expand at t = 0", "--until", "give a later time");
    }
    const RunLength length =
        request.until ? RunLength::until(*request.until, simulation) : RunLength(*request.steps);
    if (request.until && length.reached(simulation)) {
        console.note(
            printable(fmt::format("{} is already at t = {}", in_words(simulation.settings().source),
                                  time_text(simulation))));
    }
    ResultFiles results(console.ranks);
    SnapshotWriter snapshots(request, threads, simulation, results, console);
    const Run result = run(simulation, length, snapshots, signals, console);
    const Json ranks = ranks_json(simulation);
    // Files first: a terminal that is gone must not cost them.
    if (!request.json.empty()) {
        Json report = report_json(simulation, result, snapshots.files());
        report["asked"] =
            request.until ? Json{{"until", *request.until}} : Json{{"steps", *request.steps}};
        report["ranks"] = ranks;
        report["provenance"] = origin;
        results.write_report(request.json, json_text(report));
    }
    if (request.json != "-" && request.output != "-") {
        fmt::print("{}{}{}", report_heading(date),
                   report_text(simulation, result, snapshots.files()), ranks_text(ranks));
    }
    advise_on_energy(simulation, result, console);
    if (result.interrupted) {
        throw failure(fmt::format("stopped at t = {}, after {}", time_text(simulation),
                                  counted(simulation.steps(), "step", "steps")),
                      "simulate", "");
    }
    if (repeated) {
        tell_whether_same(*repeated, state_mark(simulation.snapshot_share(), console.ranks),
                          system.chosen.typed, console);
    }
    return results.exit_code();
}

void declare(Parser& parser, SimulateArguments& request) {
    add_source_arguments(parser, request.system, Settings{}.source);
    add_force_arguments(parser, request.system, UnnamedAlgorithm::fastest);
    add_motion_arguments(parser, request.system);
    const auto steps = [](const std::string& text, const std::string& flag) {
        return parse_number_of("steps", text, flag);
    };
    parser.group("Motion")
        .option("--until TIME", into(request.until, parse_number), "run to exactly this time")
        .option("--steps N", into(request.steps, steps), "run this many steps");
    parser.group("System").option("--again REPORT", request.again,
                                  "repeat the run of a report written by --json: its bodies, "
                                  "settings and length, except what is given here");
    parser.group("Output").option("-o,--output FILE", request.output,
                                  "write the final state; the extension sets the format ('orrery "
                                  "list formats'); - is standard output");
    add_format_argument(parser, request.format);
    parser.option("--snapshot-every TIME", into(request.snapshot_every, parse_positive),
                  "write the state at this interval of time, or after the step that ends nearest, "
                  "including the first and last, to numbered files: -o out-%05d.tipsy");
    add_json_argument(parser, request.json, "the report");
}

} // namespace

extern const Subcommand simulate_command{
    "simulate",
    "[SCENE|FILE] --until TIME|--steps N [-o FILE] [options]",
    "run without graphics and report what was conserved",
    "Advances the system and prints a conservation report: energy, momentum, angular momentum and "
    "virial ratio at the start and the end, and the largest energy error on the way. Shows "
    "progress if standard error is a terminal.\n\nCtrl+C stops the run after the current step; the "
    "report and the snapshot are still written, and the exit status is 1. A second Ctrl+C quits at "
    "once.\n\nA launcher of MPI starts many processes that share the bodies, on one machine or "
    "many: mpirun -n 4 orrery simulate …; the first one reports and writes (docs/scaling.md).",
    "orrery simulate plummer --bodies 16k --until 10\n"
    "orrery simulate figure_eight --precision fp64 --steps 1000 -o last.csv\n"
    "orrery simulate galaxy.bin --until 100 --snapshot-every 5 -o out-%05d.tipsy\n"
    "orrery simulate run.orrery --until 20\n"
    "orrery simulate --again report.json",
    declared<SimulateArguments, simulate>,
    true,
};

} // namespace orrery
