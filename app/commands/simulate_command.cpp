// orrery simulate: the simulation without a picture; what it conserved, and snapshots.

#include "app/commands/commands.hpp"
#include "app/commands/conservation.hpp"
#include "app/commands/numbered_path.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/repeated_run.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/state_mark.hpp"
#include "app/commands/step_range.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/error.hpp"
#include "sim/simulation.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace orrery {
namespace {

struct Request {
    SystemArguments system;
    std::optional<double> until;
    std::optional<std::size_t> steps;
    std::optional<double> snapshot_every; // in the system's time
    std::string output, json;
    std::string again; // a report, whose run is to be repeated
};

// Writes the final state or, with an interval, one file every so much time, the first and the last
// state included.
class SnapshotWriter {
public:
    SnapshotWriter(const Request& request, const Simulation& simulation)
        : path_(request.output), wanted_(!request.output.empty()),
          interval_(request.snapshot_every), next_(simulation.time()) {
        if (wanted_) {
            static_cast<void>(format_to_write(request.output));
            require_folder(request.output);
        }
        if (interval_ && !path_.has_number()) {
            throw bad_input("--snapshot-every needs numbered files", "-o",
                            "write a place for the number, like -o out-%05d.tipsy");
        }
    }

    void after_step(const Simulation& simulation) {
        // Half a step of tolerance: the snapshot nearest to each multiple of the interval.
        if (interval_ && simulation.time() >= next_ - simulation.time_step() / 2) {
            write(simulation);
            next_ +=
                *interval_ * std::max(1.0, std::ceil((simulation.time() - next_) / *interval_));
        }
    }

    void finish(const Simulation& simulation) {
        if (wanted_ && simulation.version() != last_written_) {
            write(simulation);
        }
    }

    const std::vector<std::string>& files() const { return files_; }

private:
    void write(const Simulation& simulation) {
        const auto file = path_.at(files_.size());
        write_snapshot(file, simulation.snapshot(), simulation.settings());
        files_.push_back(file.string());
        last_written_ = simulation.version();
    }

    NumberedPath path_;
    bool wanted_;
    std::optional<double> interval_;
    double next_;
    std::optional<std::uint64_t> last_written_;
    std::vector<std::string> files_;
};

struct Run {
    Conservation conservation;
    double milliseconds = 0; // in steps
    double interactions = 0;
    StepTimings phases; // of all steps
    StepRange step_sizes;
    bool interrupted = false;
};

Run run(Simulation& simulation, const RunLength& length, SnapshotWriter& snapshots,
        const StopSignals& signals) {
    Run result;
    ProgressBar progress("simulate");
    const auto measure = [&] {
        if (const std::optional<Conserved> now = simulation.conserved()) {
            result.conservation.add(*now);
        }
    };
    const std::stop_token stop = signals.token();
    if (simulation.evaluate(stop) == Outcome::complete) {
        measure();
        snapshots.after_step(simulation);
        while (!length.reached(simulation)) {
            const double step_size = length.next_step(simulation);
            if (length.step(simulation, stop) == Outcome::cancelled) {
                break;
            }
            result.step_sizes.add(step_size);
            const StepTimings& step = simulation.timings();
            for (const StepTimings::Phase& phase : step.phases) {
                result.phases.add(phase.name, phase.milliseconds);
            }
            result.milliseconds += step.total_milliseconds;
            result.interactions += step.interactions;
            measure();
            snapshots.after_step(simulation);
            progress.show(length.fraction(simulation),
                          fmt::format("t = {:.4g}", simulation.time()));
        }
    }
    result.interrupted = !length.reached(simulation);
    snapshots.finish(simulation);
    return result;
}

std::string report_text(const Simulation& simulation, const Run& run,
                        const std::vector<std::string>& files) {
    const auto steps = static_cast<double>(simulation.steps());
    const Settings& settings = simulation.settings();
    const std::string options = options_text(settings);
    std::string text =
        fmt::format("{}: {} bodies, {}{}, {}, {}, dt {}, softening {:g}\n", settings.source,
                    with_thousands(simulation.count()), simulation.solver_info().id,
                    options.empty() ? "" : " (" + options + ")", simulation.integrator().id,
                    precision_name(settings.precision),
                    step_text(settings, simulation, run.step_sizes), simulation.softening());
    text += fmt::format("{} steps to t = {:.6g} in {}", with_thousands(simulation.steps()),
                        simulation.time(), as_milliseconds(run.milliseconds));
    if (steps > 0) {
        text +=
            fmt::format(": {} a step, {}", as_milliseconds(run.milliseconds / steps),
                        with_prefix(run.interactions / run.milliseconds * 1e3, " interactions/s"));
    }
    text += "\n" + run.conservation.text();
    if (files.size() == 1) {
        text += fmt::format("snapshot: {}\n", files[0]);
    } else if (!files.empty()) {
        text += fmt::format("{} snapshots: {} … {}\n", files.size(), files.front(), files.back());
    }
    return text;
}

nlohmann::ordered_json report_json(const Simulation& simulation, const Run& run,
                                   const std::vector<std::string>& files) {
    const auto steps = static_cast<double>(simulation.steps());
    nlohmann::ordered_json phases = nlohmann::ordered_json::object();
    for (const StepTimings::Phase& phase : run.phases.phases) {
        phases[phase.name] = phase.milliseconds / std::max(1.0, steps);
    }
    const Settings& settings = simulation.settings();
    return {{"algorithm", simulation.solver_info().id},
            {"options", options_json(settings)},
            {"integrator", simulation.integrator().id},
            {"scene", settings.source},
            {"bodies", simulation.count()},
            {"precision", precision_name(settings.precision)},
            {"time_step", simulation.largest_time_step()},
            {"adaptive", settings.adaptive_step},
            {"time_steps", run.step_sizes.json()},
            {"softening", simulation.softening()},
            {"steps", simulation.steps()},
            {"time", simulation.time()},
            {"interrupted", run.interrupted},
            {"ms_per_step", run.milliseconds / steps},
            {"interactions_per_second", run.interactions / run.milliseconds * 1e3},
            {"conservation", run.conservation.json()},
            {"state", state_mark(simulation.snapshot())},
            {"phases", std::move(phases)},
            {"snapshots", files}};
}

RunLength length_of(const Request& request, const Simulation& simulation) {
    return request.until ? RunLength::until(*request.until, simulation)
                         : RunLength::of_steps(*request.steps);
}

nlohmann::ordered_json length_json(const Request& request) {
    return request.until ? nlohmann::ordered_json{{"until", *request.until}}
                         : nlohmann::ordered_json{{"steps", *request.steps}};
}

// Of a run that is repeated: what the report says, unless it was typed.
void take_over(Request& request, RepeatedRun& repeated) {
    if (request.system.source_given) {
        throw bad_input("--again repeats a run with its own bodies", request.system.source,
                        "leave out one of the two");
    }
    request.system.source = repeated.run.saved.settings.source;
    if (request.until || request.steps) {
        repeated.state.clear(); // of another length
        return;
    }
    request.until = repeated.until;
    request.steps = repeated.steps;
}

ChosenSystem chosen_system(const Request& request, const std::optional<RepeatedRun>& repeated) {
    if (!repeated) {
        return choose_system(request.system);
    }
    ChosenSystem system = choose_system(request.system, repeated->run.saved);
    if (system.mark != repeated->run.mark) {
        throw bad_input("this is not the file that the run of the report began with",
                        request.system.source, "find the one it was, or simulate this one anew");
    }
    return system;
}

ExitCode simulate(Request request) {
    std::optional<RepeatedRun> repeated;
    if (!request.again.empty()) {
        repeated = read_repeated_run(request.again);
        take_over(request, *repeated);
    }
    if (request.until.has_value() == request.steps.has_value()) {
        throw bad_input("give either --until TIME or --steps N", "simulate", "");
    }
    require_folder(request.json);
    const StopSignals signals;
    ChosenSystem system = chosen_system(request, repeated);
    system.chosen.settings.measure_energy = true; // whatever a session's window was doing
    const nlohmann::ordered_json origin =
        request.json.empty() ? nlohmann::ordered_json() : provenance(system);
    Simulation simulation;
    simulation.load(std::move(system.system), system.chosen.settings);
    const RunLength length = length_of(request, simulation);
    SnapshotWriter snapshots(request, simulation);
    const Run result = run(simulation, length, snapshots, signals);
    if (request.json != "-") {
        fmt::print("{}", report_text(simulation, result, snapshots.files()));
    }
    if (!request.json.empty()) {
        nlohmann::ordered_json report = report_json(simulation, result, snapshots.files());
        report["asked"] = length_json(request);
        report["provenance"] = origin;
        write_text(request.json, report.dump(2) + "\n");
    }
    if (result.interrupted) {
        throw failure(fmt::format("stopped at t = {:.6g}, after {} steps", simulation.time(),
                                  with_thousands(simulation.steps())),
                      "simulate", "");
    }
    if (repeated && system.chosen.typed.empty()) {
        tell_whether_same(*repeated, state_mark(simulation.snapshot()));
    }
    return ExitCode::done;
}

void add_length_arguments(CLI::App& parser, Request& request) {
    parser
        .add_option_function<std::string>(
            "--until",
            [&request](const std::string& text) { request.until = parse_number(text, "--until"); },
            "run to this time, ending at it exactly")
        ->type_name("TIME")
        ->group("Motion");
    parser
        .add_option_function<std::string>(
            "--steps",
            [&request](const std::string& text) { request.steps = parse_count(text, "--steps"); },
            "run for so many steps")
        ->type_name("N")
        ->group("Motion");
}

std::function<ExitCode()> declare(CLI::App& parser) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, Settings{}.source);
    add_force_arguments(parser, request->system);
    add_motion_arguments(parser, request->system);
    add_length_arguments(parser, *request);
    parser
        .add_option("--again", request->again,
                    "repeat the run of a report that --json wrote: its bodies, settings and "
                    "length, but for what is given here")
        ->type_name("REPORT")
        ->group("System");
    parser
        .add_option("-o,--output", request->output,
                    "write the final state; the ending says the format ('orrery list formats')")
        ->type_name("FILE")
        ->group("Output");
    parser
        .add_option_function<std::string>(
            "--snapshot-every",
            [request](const std::string& text) {
                request->snapshot_every = parse_number(text, "--snapshot-every");
                if (*request->snapshot_every <= 0) {
                    throw bad_input(fmt::format("'{}' is not positive", text), "--snapshot-every",
                                    "");
                }
            },
            "write the state every so much time, the first and last included, to numbered files: "
            "-o "
            "out-%05d.tipsy")
        ->type_name("TIME")
        ->group("Output");
    parser.add_option("--json", request->json, "write the report as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request] { return simulate(*request); };
}

} // namespace

const Command simulate_command{
    "simulate",
    "[SCENE|FILE] --until TIME|--steps N [-o FILE] [options]",
    "run without graphics and report what was conserved",
    "Advances the system and prints a conservation report: energy, momentum, angular momentum and "
    "virial ratio at the start and the end, and the largest energy error on the way. Shows its "
    "progress when standard error is a terminal.\n\n"
    "Ctrl+C ends the run after the last complete step: the report and the snapshot are written as "
    "at "
    "the end, and the exit status is 1. A second Ctrl+C ends the program at once.",
    "orrery simulate plummer --bodies 16k --until 10\n"
    "orrery simulate figure_eight --precision fp64 --steps 1000 -o last.csv\n"
    "orrery simulate galaxy.bin --until 100 --snapshot-every 5 -o out-%05d.tipsy\n"
    "orrery simulate run.orrery --until 20\n"
    "orrery simulate --again report.json",
    declare,
};

} // namespace orrery
