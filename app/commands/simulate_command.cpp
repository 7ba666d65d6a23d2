// orrery simulate: the simulation without a picture; what it conserved, and snapshots.

#include "app/commands/command.hpp"
#include "app/commands/conservation.hpp"
#include "app/commands/decisions.hpp"
#include "app/commands/output_arguments.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/snapshot_writer.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/base/printable.hpp"
#include "sim/error.hpp"
#include "sim/simulation.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace orrery {
namespace {

struct Request {
    SystemArguments system;
    std::optional<double> until;
    std::optional<std::size_t> steps;
    std::optional<double> snapshot_every; // in the system's time
    std::string output, format, json;
};

struct Run {
    Conservation conservation;
    double milliseconds = 0; // in steps
    double interactions = 0;
    StepTimings phases; // of all steps
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
    const std::stop_token stop = signals.token();
    if (simulation.evaluate(stop) == Outcome::complete) {
        measure();
        snapshots.after_step(simulation);
        while (!length.reached(simulation) && length.step(simulation, stop) == Outcome::complete) {
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
    // Before the first step there is nothing that the source does not hold.
    if (!result.interrupted || simulation.steps() > 0) {
        snapshots.finish(simulation);
    }
    return result;
}

using Snapshots = std::vector<SnapshotWriter::Written>;

// "1.25", "365 days"
std::string time_text(const Simulation& simulation) {
    const std::string& unit = simulation.units().time;
    return fmt::format("{:.6g}{}{}", simulation.time(), unit.empty() ? "" : " ", unit);
}

std::string report_text(const Simulation& simulation, const Run& run, const Snapshots& files) {
    const auto steps = static_cast<double>(simulation.steps());
    std::string text = fmt::format(
        "{}: {}, {}, {}, {}, dt {:g}, softening {:g}\n", printable(simulation.settings().source),
        counted(simulation.count(), "body", "bodies"), simulation.solver_info().id,
        simulation.integrator().id, precision_name(simulation.settings().precision),
        simulation.time_step(), simulation.softening());
    text += fmt::format("{} to t = {}", counted(simulation.steps(), "step", "steps"),
                        time_text(simulation));
    if (steps > 0) {
        text +=
            fmt::format(" in {}: {} a step, {}", as_milliseconds(run.milliseconds),
                        as_milliseconds(run.milliseconds / steps),
                        with_prefix(run.interactions / run.milliseconds * 1e3, " interactions/s"));
    }
    const bool measured = steps > 0 || !run.interrupted;
    text += "\n" + (measured ? run.conservation.text() : "nothing was measured\n");
    if (files.size() == 1) {
        text += fmt::format("snapshot: {}\n", printable(files[0].file));
    } else if (!files.empty()) {
        text += fmt::format("{} snapshots: {} … {}\n", files.size(), printable(files.front().file),
                            printable(files.back().file));
    }
    return text;
}

nlohmann::ordered_json report_json(const Simulation& simulation, const Run& run,
                                   const Snapshots& files) {
    nlohmann::ordered_json snapshots = nlohmann::ordered_json::array();
    for (const SnapshotWriter::Written& written : files) {
        snapshots.push_back({{"file", written.file}, {"time", written.time}});
    }
    const bool measured = simulation.steps() > 0 || !run.interrupted;
    const auto steps = static_cast<double>(simulation.steps());
    nlohmann::ordered_json phases = nlohmann::ordered_json::object();
    for (const StepTimings::Phase& phase : run.phases.phases) {
        phases[phase.name] = phase.milliseconds / std::max(1.0, steps);
    }
    return {{"algorithm", simulation.solver_info().id},
            {"integrator", simulation.integrator().id},
            {"scene", simulation.settings().source},
            {"bodies", simulation.count()},
            {"precision", precision_name(simulation.settings().precision)},
            {"time_step", simulation.time_step()},
            {"softening", simulation.softening()},
            {"steps", simulation.steps()},
            {"time", simulation.time()},
            {"interrupted", run.interrupted},
            {"ms_per_step", run.milliseconds / steps},
            {"interactions_per_second", run.interactions / run.milliseconds * 1e3},
            {"conservation", measured ? run.conservation.json() : nlohmann::ordered_json()},
            {"phases", std::move(phases)},
            {"snapshots", std::move(snapshots)}};
}

ExitCode simulate(const Request& request, const Console& console) {
    if (request.until.has_value() == request.steps.has_value()) {
        throw bad_input("give either --until TIME or --steps N", "simulate", "");
    }
    const Settings settings = complete_settings(request.system);
    const SnapshotPlan plan{request.output, request.format, request.snapshot_every};
    require_place(plan);
    require_place(request.json);
    if (request.output == "-" && request.json == "-") {
        throw bad_input("standard output cannot be both", "-o and --json", "name a file for one");
    }
    const StopSignals signals;
    Simulation simulation;
    simulation.load(load_system(settings, console), settings);
    const RunLength length = request.until ? RunLength::until(*request.until, simulation)
                                           : RunLength::of_steps(*request.steps);
    ResultFiles results;
    SnapshotWriter snapshots(plan, simulation, results);
    const Run result = run(simulation, length, snapshots, signals, console);
    // Files first: a terminal that is gone must not cost them.
    results.write_report(request.json,
                         json_text(report_json(simulation, result, snapshots.files())));
    if (request.json != "-" && request.output != "-") {
        fmt::print("{}", report_text(simulation, result, snapshots.files()));
    }
    if (result.interrupted) {
        throw failure(fmt::format("stopped at t = {}, after {}", time_text(simulation),
                                  counted(simulation.steps(), "step", "steps")),
                      "simulate", "");
    }
    return results.exit_code();
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
            [&request](const std::string& text) {
                request.steps = parse_number_of("steps", text, "--steps");
            },
            "run for so many steps")
        ->type_name("N")
        ->group("Motion");
}

std::function<ExitCode()> declare(CLI::App& parser, const Console& console) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, request->system.settings.source);
    add_force_arguments(parser, request->system);
    add_motion_arguments(parser, request->system);
    add_length_arguments(parser, *request);
    parser
        .add_option(
            "-o,--output", request->output,
            "write the final state; the ending says the format ('orrery list formats'); - is "
            "standard output")
        ->type_name("FILE")
        ->group("Output");
    add_format_argument(parser, request->format);
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
    return [request, &console] { return simulate(*request, console); };
}

} // namespace

extern const Command simulate_command{
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
    "orrery simulate galaxy.bin --until 100 --snapshot-every 5 -o out-%05d.tipsy",
    declare,
};

} // namespace orrery
