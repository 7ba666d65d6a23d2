#include "app/commands/tour_film.hpp"

#include "app/commands/progress_bar.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/numbers.hpp"
#include "app/resources.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/film.hpp"
#include "sim/base/error.hpp"
#include "sim/base/printable.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <utility>

namespace orrery {
namespace {

namespace fs = std::filesystem;

LaunchOptions window_of(const TourFilmPlan& plan, const StopSignals& signals,
                        ProgressBar& progress) {
    LaunchOptions window;
    window.tour = plan.tour;
    window.language = plan.language;
    window.bodies_given = true; // by the tour
    window.off_screen = true;
    window.size = plan.size;
    window.resources = resource_folder();
    window.remember = false;
    window.stop = signals.token();
    window.progress = [&progress](double share, double time) {
        progress.show(share, fmt::format("t = {:.4g}", time));
    };
    return window;
}

} // namespace

bool is_tour(const std::string& source) {
    std::error_code unreadable;
    if (fs::path(source).extension() == ".toml") {
        return true;
    }
    return !is_scene(source) && !fs::exists(source, unreadable) &&
           fs::exists(resource_folder() / "assets" / "tours" / (source + ".toml"), unreadable);
}

ExitCode render_tour(TourFilmPlan plan, const Console& console) {
    const StopSignals signals;
    FilmResult film;
    {
        ProgressBar progress(console, "render");
        FramePlan frames = plan.frames;
        frames.frames_per_second = frames.rate();
        film = make_film(
            {.window = window_of(plan, signals, progress),
             .frames_per_second = frames.rate(),
             .waiting_seconds = plan.waiting_seconds,
             .frames = plan.frames.frames,
             .steps_per_frame = plan.steps_per_frame,
             .open = [frames, size = plan.size] { return make_frame_output(frames, size); },
             .note = [&console](const std::string& words) { console.note(words); }});
    }
    // Standard output may be where the pictures went.
    std::FILE* report = plan.frames.output == "-" ? stderr : stdout;
    fmt::print(report, "{}: {:.1f} s, drawn by {}\n", counted(film.frames, "frame", "frames"),
               static_cast<double>(film.frames) / plan.frames.rate(), film.renderer);
    if (!film.name.empty()) {
        fmt::print(report, "saved {}\n", printable(film.name));
    }
    if (film.frames < film.wanted) {
        throw failure(fmt::format("stopped after {} of {}", with_thousands(film.frames),
                                  counted(film.wanted, "frame", "frames")),
                      "render", "");
    }
    return film.refused == 0 && film.as_wanted ? ExitCode::done : ExitCode::failed;
}

} // namespace orrery
