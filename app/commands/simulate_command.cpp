// orrery simulate: the simulation without a picture; what it conserved, and snapshots.

#include "app/commands/commands.hpp"
#include "app/commands/conservation.hpp"
#include "app/commands/decisions.hpp"
#include "app/commands/numbered_path.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
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
        write_snapshot(file, simulation.snapshot());
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
    snapshots.finish(simulation);
    return result;
}

// "1.25", "365 days"
std::string time_text(const Simulation& simulation) {
    const std::string& unit = simulation.units().time;
    return fmt::format("{:.6g}{}{}", simulation.time(), unit.empty() ? "" : " ", unit);
}

std::string report_text(const Simulation& simulation, const Run& run,
                        const std::vector<std::string>& files) {
    const auto steps = static_cast<double>(simulation.steps());
    std::string text =
        fmt::format("{}: {}, {}, {}, {}, dt {:g}, softening {:g}\n", simulation.settings().source,
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
            {"conservation", run.conservation.json()},
            {"phases", std::move(phases)},
            {"snapshots", files}};
}

ExitCode simulate(const Request& request, const Console& console) {
    if (request.until.has_value() == request.steps.has_value()) {
        throw bad_input("give either --until TIME or --steps N", "simulate", "");
    }
    const Settings settings = complete_settings(request.system);
    require_folder(request.json);
    const StopSignals signals;
    Simulation simulation;
    simulation.load(load_system(settings, console), settings);
    const RunLength length = request.until ? RunLength::until(*request.until, simulation)
                                           : RunLength::of_steps(*request.steps);
    SnapshotWriter snapshots(request, simulation);
    const Run result = run(simulation, length, snapshots, signals, console);
    if (request.json != "-") {
        fmt::print("{}", report_text(simulation, result, snapshots.files()));
    }
    if (!request.json.empty()) {
        write_text(request.json, report_json(simulation, result, snapshots.files()).dump(2) + "\n");
    }
    if (result.interrupted) {
        throw failure(fmt::format("stopped at t = {}, after {}", time_text(simulation),
                                  counted(simulation.steps(), "step", "steps")),
                      "simulate", "");
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
    return [request, &console] { return simulate(*request, console); };
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
    "orrery simulate galaxy.bin --until 100 --snapshot-every 5 -o out-%05d.tipsy",
    declare,
};

} // namespace orrery
