#include "app/commands/rendering.hpp"

#include "app/commands/numbered_path.hpp"
#include "app/commands/progress_bar.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/run_length.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/text_output.hpp"
#include "app/commands/timing_table.hpp"
#include "app/numbers.hpp"
#include "sim/base/printable.hpp"
#include "sim/error.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <vector>

namespace orrery {
namespace {

// A simulation that counts what its steps cost.
class TimedSimulation {
public:
    explicit TimedSimulation(const Settings& settings) {
        Settings measured = settings;
        measured.measure_energy = false; // nobody reads it here
        simulation_.load(load_system(measured), measured);
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
    require_place(NumberedPath(output).at(0));
}

ExitCode render_frames(const RenderPlan& plan) {
    require_picture_format(plan.output, plan.frames);
    const NumberedPath path(plan.output);
    const StopSignals signals;
    const std::stop_token stop = signals.token();
    TimedSimulation timed(plan.settings);
    Simulation& simulation = timed.simulation();
    OffscreenPicture picture(plan.style);
    ProgressBar progress("render");

    bool complete = !plan.start || timed.run(RunLength::until(*plan.start, simulation), stop);
    // The colours may be those of the acceleration or the interactions.
    complete = complete && simulation.evaluate(stop) == Outcome::complete;
    ResultFiles results;
    std::vector<std::string> saved;
    while (complete && saved.size() < plan.frames) {
        const Image image = picture.draw(simulation);
        const auto place =
            results.write(path.at(saved.size()), ".png",
                          [&image](const std::filesystem::path& file) { write_png(file, image); });
        if (!place) {
            break; // without room, further pictures would be drawn for nobody
        }
        saved.push_back(printable(place->string()));
        const std::size_t written = saved.size();
        progress.show(static_cast<double>(written) / static_cast<double>(plan.frames),
                      fmt::format("t = {:.4g}", simulation.time()));
        complete = written == plan.frames ||
                   timed.run(RunLength::of_steps(simulation.steps() + plan.steps_per_frame), stop);
    }
    fmt::print("{}{}", timing_table(timed.timings(picture)), drawn_by(picture));
    if (!saved.empty()) {
        fmt::print("saved {}\n", saved.size() == 1
                                     ? saved.front()
                                     : fmt::format("{} … {}", saved.front(), saved.back()));
    }
    if (saved.size() < plan.frames) {
        throw failure(fmt::format("stopped after {} of {} frames", saved.size(), plan.frames),
                      "render", "");
    }
    return results.exit_code();
}

} // namespace orrery
