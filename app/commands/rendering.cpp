#include "app/commands/rendering.hpp"

#include "app/commands/decisions.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/error.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace orrery {
namespace {

// A simulation that counts what its steps cost.
class TimedSimulation {
public:
    TimedSimulation(const Settings& settings, const Console& console) {
        Settings measured = settings;
        measured.measure_energy = false; // nobody reads it here
        simulation_.load(load_system(measured, console), measured);
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
             with_thousands(simulation_.steps()), steps > 0 ? plainly(milliseconds_ / steps) : "–",
             milliseconds_ > 0 ? with_prefix(interactions_ / milliseconds_ * 1e3, "") : "–",
             with_thousands(picture.drawn()),
             drawn > 0 ? plainly(picture.draw_milliseconds() / drawn) : "–"});
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

ExitCode render_frames(const RenderPlan& plan, const Console& console) {
    require_frame_output(plan.frames);
    const std::size_t count = plan.frames.frame_count();
    const StopSignals signals;
    const std::stop_token stop = signals.token();
    TimedSimulation timed(plan.settings, console);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    const auto output = make_frame_output(plan.frames, plan.style.size);
    std::size_t written = 0;
    bool complete = !plan.start || timed.run(RunLength::until(*plan.start, simulation), stop);
    // The colours may be those of the acceleration or the interactions.
    complete = complete && simulation.evaluate(stop) == Outcome::complete;
    {
        ProgressBar progress(console, "render");
        while (complete && written < count) {
            output->add(picture.draw(simulation));
            ++written;
            progress.show(static_cast<double>(written) / static_cast<double>(count),
                          fmt::format("t = {:.4g}", simulation.time()));
            complete =
                written == count ||
                timed.run(RunLength::of_steps(simulation.steps() + plan.steps_per_frame), stop);
        }
        if (written > 0) {
            output->finish();
        }
    }
    // Standard output may be where the pictures went.
    std::FILE* report = output->name().empty() ? stderr : stdout;
    fmt::print(report, "{}{}", timed.timing_table(picture), drawn_by(picture));
    if (written > 0 && !output->name().empty()) {
        fmt::print(report, "saved {}\n", output->name());
    }
    if (!complete) {
        throw failure(fmt::format("stopped after {} of {}", with_thousands(written),
                                  counted(count, "frame", "frames")),
                      "render", "");
    }
    return ExitCode::done;
}

ExitCode render_for(const RenderPlan& plan, double seconds, const Console& console) {
    require_frame_output(plan.frames);
    const auto start = Clock::now();
    const double milliseconds = seconds * 1e3;
    // Ctrl+C merely ends it earlier: there is a picture at any time.
    const StopSignals signals(start + std::chrono::milliseconds(static_cast<int>(milliseconds)));
    TimedSimulation timed(plan.settings, console);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    {
        ProgressBar progress(console, "render");
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
    write_png(plan.frames.output, picture.draw(simulation));
    fmt::print("{}{}saved {}\n", timed.timing_table(picture), drawn_by(picture),
               plan.frames.output.string());
    return ExitCode::done;
}

} // namespace orrery
