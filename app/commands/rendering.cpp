#include "app/commands/rendering.hpp"

#include "app/commands/numbered_path.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/table.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/error.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

namespace orrery {
namespace {

// A simulation that counts what its steps cost.
class TimedSimulation {
public:
    TimedSimulation(InitialConditions system, const Settings& settings) {
        Settings measured = settings;
        measured.measure_energy = false; // nobody reads it here
        simulation_.load(std::move(system), measured);
    }

    Simulation& simulation() { return simulation_; }

    Outcome step(const RunLength& length, const std::stop_token& stop) {
        const Outcome outcome = length.step(simulation_, stop);
        if (outcome == Outcome::complete) {
            milliseconds_ += simulation_.timings().total_milliseconds;
            interactions_ += simulation_.timings().interactions;
        }
        return outcome;
    }

    // Until `length` is reached; false when stopped before.
    bool run(const RunLength& length, const std::stop_token& stop) {
        while (!length.reached(simulation_)) {
            if (step(length, stop) == Outcome::cancelled) {
                return false;
            }
        }
        return true;
    }

    std::string timing_table(const OffscreenPicture& picture) const {
        const auto steps = static_cast<double>(simulation_.steps());
        const auto drawn = static_cast<double>(picture.drawn());
        using enum Table::Align;
        Table table({{"ALGORITHM"},
                     {"BODIES", right},
                     {"STEPS", right},
                     {"ms/STEP", right},
                     {"INTERACTIONS/s", right},
                     {"FRAMES", right},
                     {"DRAW ms", right}});
        table.add_row(
            {simulation_.solver_info().id, with_thousands(simulation_.count()),
             with_thousands(simulation_.steps()),
             steps > 0 ? fmt::format("{:.3g}", milliseconds_ / steps) : "–",
             milliseconds_ > 0 ? with_prefix(interactions_ / milliseconds_ * 1e3, "") : "–",
             with_thousands(picture.drawn()),
             drawn > 0 ? fmt::format("{:.3g}", picture.draw_milliseconds() / drawn) : "–"});
        return table.text();
    }

private:
    Simulation simulation_;
    double milliseconds_ = 0;
    double interactions_ = 0;
};

std::string drawn_by(const OffscreenPicture& picture) {
    const std::string& copied = picture.copied_because();
    return fmt::format("drawn by {}\n{}", picture.renderer(), copied.empty() ? "" : copied + "\n");
}

} // namespace

void require_picture_format(const std::filesystem::path& output, std::size_t frames) {
    const std::set<std::string> videos{".mp4", ".mkv", ".webm", ".mov"};
    if (videos.contains(output.extension().string())) {
        throw bad_input("video comes in a later version", output.string(),
                        "write numbered pictures: -o out-%05d.png");
    }
    if (output.extension() != ".png") {
        throw bad_input("pictures are written as .png", output.string(), "");
    }
    if (frames > 1 && !NumberedPath(output).has_number()) {
        throw bad_input("several frames need numbered files", output.string(),
                        "write a place for the number, like -o out-%05d.png");
    }
    require_folder(output);
}

ExitCode render_frames(RenderPlan plan) {
    require_picture_format(plan.output, plan.frames);
    const NumberedPath path(plan.output);
    const StopSignals signals;
    const std::stop_token stop = signals.token();
    TimedSimulation timed(std::move(plan.system), plan.settings);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    ProgressBar progress("render");

    bool complete =
        !plan.start || timed.run(RunLength::until(*plan.start, simulation, "--start"), stop);
    // The colours may be those of the acceleration or the interactions.
    complete = complete && simulation.evaluate(stop) == Outcome::complete;
    std::size_t written = 0;
    while (complete && written < plan.frames) {
        write_png(path.at(written), picture.draw(simulation));
        ++written;
        progress.show(static_cast<double>(written) / static_cast<double>(plan.frames),
                      fmt::format("t = {:.4g}", simulation.time()));
        complete = written == plan.frames ||
                   timed.run(RunLength::of_steps(simulation.steps() + plan.steps_per_frame), stop);
    }
    fmt::print("{}{}", timed.timing_table(picture), drawn_by(picture));
    if (written > 0) {
        fmt::print("saved {}\n", written == 1 ? path.at(0).string()
                                              : fmt::format("{} … {}", path.at(0).string(),
                                                            path.at(written - 1).string()));
    }
    if (!complete) {
        throw failure(fmt::format("stopped after {} of {} frames", written, plan.frames), "render",
                      "");
    }
    return ExitCode::done;
}

ExitCode render_for(RenderPlan plan, double seconds) {
    require_picture_format(plan.output, 1);
    const auto start = Clock::now();
    const double milliseconds = seconds * 1e3;
    // Ctrl+C merely ends it earlier: there is a picture at any time.
    const StopSignals signals(start + std::chrono::milliseconds(static_cast<int>(milliseconds)));
    TimedSimulation timed(std::move(plan.system), plan.settings);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    {
        ProgressBar progress("render");
        // Drawing takes no more than a fifth of the time.
        double next_drawing = 0;
        while (timed.step(RunLength::of_steps(simulation.steps() + 1), signals.token()) ==
               Outcome::complete) {
            const double spent = milliseconds_since(start);
            if (spent >= next_drawing) {
                static_cast<void>(picture.draw(simulation));
                const double average =
                    picture.draw_milliseconds() / static_cast<double>(picture.drawn());
                next_drawing = milliseconds_since(start) + 4 * average;
            }
            progress.show(spent / milliseconds, fmt::format("t = {:.4g}", simulation.time()));
        }
    }
    write_png(plan.output, picture.draw(simulation));
    fmt::print("{}{}saved {}\n", timed.timing_table(picture), drawn_by(picture),
               plan.output.string());
    return ExitCode::done;
}

} // namespace orrery
