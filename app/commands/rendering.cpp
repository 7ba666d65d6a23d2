#include "app/commands/rendering.hpp"

#include "app/commands/hdr_pictures.hpp"
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
#include <memory>
#include <optional>
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

// One that no graphics driver, or no memory, has room for at once.
bool is_drawn_in_parts(const RenderPlan& plan) {
    return LargePicture::wanted_for(plan.style.size) && plan.frames.frame_count() == 1 &&
           plan.frames.output.extension() == ".png";
}

// Where frames go that a simulation is drawn in: with light beyond white, in parts, or as usual.
class FrameWriter {
public:
    explicit FrameWriter(const RenderPlan& plan) : file_(plan.frames.output) {
        if (plan.frames.hdr) {
            hdr_.emplace(plan.frames.output);
        } else if (!is_drawn_in_parts(plan)) {
            usual_ = make_frame_output(plan.frames, plan.style.size);
        }
    }

    bool add(OffscreenPicture& picture, const Simulation& simulation) {
        if (hdr_) {
            return hdr_->add(picture.draw_light(simulation));
        }
        if (usual_) {
            return usual_->add(picture.draw(simulation));
        }
        picture.draw_in_parts(simulation, file_);
        return true;
    }
    void finish() {
        if (usual_) {
            usual_->finish();
        }
    }
    std::string name() const {
        return hdr_ ? hdr_->name() : usual_ ? usual_->name() : file_.string();
    }
    bool as_wanted() const { return hdr_ ? hdr_->as_wanted() : !usual_ || usual_->as_wanted(); }

private:
    std::filesystem::path file_;
    std::unique_ptr<FrameOutput> usual_;
    std::optional<HdrPictures> hdr_;
};

std::string drawn_by(const OffscreenPicture& picture) {
    const std::string& copied = picture.interop_fallback();
    return fmt::format("drawn by {}\n{}", picture.renderer(), copied.empty() ? "" : copied + "\n");
}

} // namespace

ExitCode render_frames(RenderPlan plan, const Console& console) {
    const std::size_t count = plan.frames.frame_count();
    const StopSignals signals;
    const std::stop_token stop = signals.token();
    TimedSimulation timed(std::move(plan.system), plan.settings);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    FrameWriter output(plan);
    std::size_t written = 0;
    bool complete = !plan.start ||
                    timed.run(RunLength::until(*plan.start, simulation, "--start"), picture, stop);
    // The colours may be those of the acceleration or the interactions.
    complete = complete && simulation.evaluate(stop) == Outcome::complete;
    {
        ProgressBar progress(console, "render");
        while (complete && written < count) {
            if (!output.add(picture, simulation)) {
                break;
            }
            ++written;
            progress.show(static_cast<double>(written) / static_cast<double>(count),
                          fmt::format("t = {:.4g}", simulation.time()));
            complete = written == count ||
                       timed.run(RunLength::of_steps(simulation.steps() + plan.steps_per_frame),
                                 picture, stop);
        }
        if (written > 0) {
            output.finish();
        }
    }
    // Standard output may be where the pictures went.
    const std::string saved = written > 0 ? output.name() : std::string();
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
    return output.as_wanted() ? ExitCode::done : ExitCode::failed;
}

} // namespace orrery
