#include "app/commands/rendering.hpp"

#include "app/commands/progress_bar.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/timing_table.hpp"
#include "app/numbers.hpp"
#include "app/window/large_picture.hpp"
#include "sim/base/error.hpp"
#include "sim/base/printable.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace orrery {
namespace {

// A simulation that counts what its steps cost.
class TimedSimulation {
public:
    TimedSimulation(System system, const Settings& settings) {
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
    // `picture` remembers the way.
    bool run(const RunLength& length, OffscreenPicture& picture, const std::stop_token& stop) {
        while (!length.reached(simulation_)) {
            picture.remember(simulation_);
            if (step(length, stop) == Outcome::cancelled) {
                return false;
            }
        }
        return true;
    }

    RunTimings timings(const OffscreenPicture& picture) const {
        return {simulation_.solver_info().id,
                simulation_.count(),
                simulation_.steps(),
                milliseconds_,
                interactions_,
                picture.drawn(),
                picture.draw_milliseconds()};
    }

private:
    Simulation simulation_;
    double milliseconds_ = 0;
    double interactions_ = 0;
};

std::string drawn_by(const OffscreenPicture& picture) {
    const std::string& copied = picture.interop_fallback();
    return fmt::format("drawn by {}\n{}", picture.renderer(), copied.empty() ? "" : copied + "\n");
}

// One that no graphics driver, or no memory, has room for at once.
bool is_drawn_in_parts(const RenderPlan& plan) {
    return LargePicture::wanted_for(plan.style.size) && plan.frames.frame_count() == 1 &&
           plan.frames.output.extension() == ".png";
}

} // namespace

ExitCode render_frames(RenderPlan plan, const Console& console) {
    const std::size_t count = plan.frames.frame_count();
    const StopSignals signals;
    const std::stop_token stop = signals.token();
    TimedSimulation timed(std::move(plan.system), plan.settings);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    const bool in_parts = is_drawn_in_parts(plan);
    const auto output = in_parts ? nullptr : make_frame_output(plan.frames, plan.style.size);
    std::size_t written = 0;
    bool complete = !plan.start ||
                    timed.run(RunLength::until(*plan.start, simulation, "--start"), picture, stop);
    // The colours may be those of the acceleration or the interactions.
    complete = complete && simulation.evaluate(stop) == Outcome::complete;
    {
        ProgressBar progress(console, "render");
        while (complete && written < count) {
            if (in_parts) {
                picture.draw_in_parts(simulation, plan.frames.output);
            } else if (!output->add(picture.draw(simulation))) {
                break;
            }
            ++written;
            progress.show(static_cast<double>(written) / static_cast<double>(count),
                          fmt::format("t = {:.4g}", simulation.time()));
            complete = written == count ||
                       timed.run(RunLength::of_steps(simulation.steps() + plan.steps_per_frame),
                                 picture, stop);
        }
        if (written > 0 && output) {
            output->finish();
        }
    }
    // Standard output may be where the pictures went.
    const std::string saved = written == 0 ? ""
                              : in_parts   ? plan.frames.output.string()
                                           : output->name();
    std::FILE* report = plan.frames.output == "-" ? stderr : stdout;
    fmt::print(report, "{}{}", timing_table(timed.timings(picture)), drawn_by(picture));
    if (!saved.empty()) {
        fmt::print(report, "saved {}\n", printable(saved));
    }
    if (written < count) {
        throw failure(fmt::format("stopped after {} of {}", with_thousands(written),
                                  counted(count, "frame", "frames")),
                      "render", "");
    }
    return in_parts || output->as_wanted() ? ExitCode::done : ExitCode::failed;
}

} // namespace orrery
