#include "app/commands/offscreen_window.hpp"

#include "app/commands/progress_bar.hpp"
#include "app/commands/timing_table.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

WindowResult run_with_progress(LaunchOptions request, const Console& console) {
    ProgressBar progress(console, "orrery");
    request.progress = [&progress](double share, double time) {
        progress.show(share, fmt::format("t = {:.4g}", time));
    };
    return run_window(request);
}

} // namespace

void require_screenshot(const LaunchOptions& request, const WindowResult& run) {
    if (!takes_pictures(request)) {
        return;
    }
    const std::string file =
        (request.screenshot ? request.screenshot : request.speaker_screenshot)->string();
    if (!run.screenshot_seconds) {
        throw failure("the run ended before the picture was due", file, "");
    }
    constexpr double rounding = 1e-6;
    if (*run.screenshot_seconds < request.screenshot_after_seconds - rounding) {
        throw failure(fmt::format("stopped after {:.1f} of {:g} seconds", *run.screenshot_seconds,
                                  request.screenshot_after_seconds),
                      file, "the picture shows the bodies as they were then");
    }
}

ExitCode run_off_screen(LaunchOptions request, const Console& console) {
    request.off_screen = true;
    const WindowResult run = run_with_progress(request, console);
    fmt::print("{}drawn by {}\n",
               timing_table({run.algorithm, run.bodies, run.steps, run.step_milliseconds,
                             run.interactions, run.frames, run.draw_milliseconds}),
               run.renderer);
    if (!run.interop_fallback.empty()) {
        fmt::print("{}\n", run.interop_fallback);
    }
    for (const auto& picture : {request.screenshot, request.speaker_screenshot}) {
        if (run.screenshot_seconds && picture) {
            fmt::print("saved {}\n", picture->string());
        }
    }
    if (!run.video_at_end.empty()) {
        fmt::print("saved {}\n", run.video_at_end);
    }
    require_screenshot(request, run);
    return ExitCode::done;
}

} // namespace orrery
