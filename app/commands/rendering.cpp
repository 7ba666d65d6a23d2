#include "app/commands/rendering.hpp"

#include "app/commands/run.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "app/resources.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/sized_picture.hpp"
#include "app/window/window_app.hpp"
#include "render/capture.hpp"
#include "render/png_file.hpp"
#include "render/record/frame_output.hpp"
#include "render/record/numbered_path.hpp"
#include "render/record/video_file.hpp"
#include "sim/base/atomic_file.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <unistd.h>
#include <utility>

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr double standard_frames_per_second = 30;
constexpr double standard_seconds = 10;

// Numbered pictures that find another place where the wanted one fails.
class RescuedPictures : public NumberedPictures {
public:
    explicit RescuedPictures(const fs::path& pattern)
        : NumberedPictures(pattern, [this](const fs::path& wanted, const Image& frame) {
              return results_.write(wanted, ".png", [&](const fs::path& file) {
                  light_ != nullptr ? write_hdr_png(file, *light_, {}) : write_png(file, frame);
              });
          }) {}

    // A picture with light beyond white instead.
    bool add_light(const LightPicture& light) {
        light_ = &light;
        return add({});
    }
    bool as_wanted() const override { return results_.exit_code() == ExitCode::done; }

private:
    ResultFiles results_;
    const LightPicture* light_ = nullptr;
};

// PNG after PNG, which `ffmpeg -f image2pipe -i -` reads.
class PictureStream : public FrameOutput {
public:
    bool add(const Image& frame) override {
        constexpr const char* stream = "standard output";
        write_png(stdout, stream, frame);
        if (std::fflush(stdout) != 0) { // whoever reads need not wait for the next one
            throw cannot_write("-", errno);
        }
        return true;
    }
    std::string name() const override { return ""; }
};

std::unique_ptr<FrameOutput> make_frame_output(const FramePlan& plan, Extent size) {
    if (plan.output == "-") {
        return std::make_unique<PictureStream>();
    }
    if (VideoFile::has_ending(plan.output)) {
        return std::make_unique<VideoFile>(plan.output, size, plan.rate());
    }
    return std::make_unique<RescuedPictures>(plan.output);
}

void require_frame_rate(const FramePlan& plan) {
    if (!plan.frames_per_second) {
        return;
    }
    if (!VideoFile::has_ending(plan.output) && !plan.timed) {
        throw bad_input("only a video has a frame rate", "--fps",
                        fmt::format("write one: {}", fmt::join(VideoFile::endings(), ", ")));
    }
    if (!(*plan.frames_per_second > 0 && *plan.frames_per_second <= 1000)) {
        throw bad_input(fmt::format("{:g} is out of range", *plan.frames_per_second), "--fps",
                        "it is above 0 and at most 1000");
    }
}

// Prints the text and where the pictures are, on standard error where standard output has them.
// Throws failure where some are missing.
void report_frames(const FramePlan& plan, const std::string& text, const std::string& saved,
                   std::size_t written, std::size_t wanted) {
    std::FILE* report = plan.output == "-" ? stderr : stdout;
    fmt::print(report, "{}", text);
    if (!saved.empty()) {
        fmt::print(report, "saved {}\n", printable(saved));
    }
    if (written < wanted) {
        throw failure(fmt::format("stopped after {} of {}", with_thousands(written),
                                  counted(wanted, "frame", "frames")),
                      "render", "");
    }
}

LaunchOptions window_of(const std::string& tour, const RenderPlan& plan, const StopSignals& signals,
                        ProgressBar& progress) {
    LaunchOptions window;
    window.tour = tour;
    window.language = plan.language;
    window.bodies_given = true; // by the tour
    window.off_screen = true;
    window.size = plan.style.size;
    window.resources = resource_folder();
    window.remember = false;
    window.stop = signals.token();
    window.progress = std::bind_front(&ProgressBar::show_time, &progress);
    return window;
}

} // namespace

std::size_t FramePlan::frame_count() const {
    const bool video = VideoFile::has_ending(output);
    return frames.value_or(video ? static_cast<std::size_t>(standard_seconds * rate() + 0.5) : 1);
}

double FramePlan::rate() const {
    return frames_per_second.value_or(standard_frames_per_second);
}

void require_frame_output(const FramePlan& plan) {
    require_frame_rate(plan);
    const fs::path& output = plan.output;
    if (plan.hdr && output.extension() != ".png") {
        throw bad_input("only .png files can be written in HDR", "--hdr",
                        "write pictures: -o out.png, or -o out-%05d.png");
    }
    if (output == "-") {
        if (isatty(STDOUT_FILENO) == 1) {
            throw bad_input("pictures cannot be shown in a terminal", "standard output",
                            "send them to a file or a pipe: | ffmpeg -f image2pipe -i - …");
        }
        return;
    }
    if (VideoFile::has_ending(output)) {
        if (const std::string reason = VideoFile::unavailable(); !reason.empty()) {
            throw bad_input("no video can be made: " + reason, output.string(),
                            "install it (Debian: ffmpeg), or write pictures: -o out-%05d.png");
        }
    } else if (output.extension() != ".png") {
        require_no_folder(output);
        throw bad_input(
            "the file name's extension is not a known format", output.string(),
            fmt::format("pictures are .png, videos {}", fmt::join(VideoFile::endings(), ", ")));
    } else if (plan.frame_count() > 1 && !has_number(output)) {
        throw bad_input("several frames need numbered files or a video", output.string(),
                        "give a pattern, like -o out-%05d.png, or a video, -o out.mp4");
    }
    require_place(numbered(output, 0));
}

std::string timing_text(const WindowResult& run) {
    const auto steps = static_cast<double>(run.steps);
    const auto frames = static_cast<double>(run.frames);
    Table table(
        {"ALGORITHM", ">BODIES", ">STEPS", ">ms/STEP", ">INTERACTIONS/s", ">FRAMES", ">DRAW ms"});
    table.add_row({run.algorithm, with_thousands(run.bodies), with_thousands(run.steps),
                   run.steps > 0 ? plainly(run.step_milliseconds / steps) : "–",
                   run.step_milliseconds > 0
                       ? with_prefix(run.interactions / run.step_milliseconds * 1e3, "")
                       : "–",
                   with_thousands(run.frames),
                   run.frames > 0 ? plainly(run.draw_milliseconds / frames) : "–"});
    return fmt::format("{}drawn by {}\n{}{}", table.text(), run.renderer, run.interop_fallback,
                       run.interop_fallback.empty() ? "" : "\n");
}

bool is_tour(const std::string& source, bool not_scene) {
    std::error_code unreadable;
    return fs::path(source).extension() == ".toml" ||
           ((not_scene || !is_scene(source)) && !fs::exists(source, unreadable) &&
            fs::exists(resource_folder() / "assets" / "tours" / (source + ".toml"), unreadable));
}

ExitCode render_frames(RenderPlan plan, const Console& console) {
    const std::size_t count = plan.frames.frame_count();
    const std::size_t steps_per_frame = plan.steps_per_frame.value_or(1);
    const StopSignals signals;
    const std::stop_token stop = signals.token();
    plan.settings.measure_energy = false; // it is not reported here
    Simulation simulation;
    simulation.load(std::move(plan.system), plan.settings);
    OffscreenPicture picture(plan.style);
    // One that no graphics driver, or no memory, has room for at once.
    const bool in_parts = !plan.frames.hdr && LargePicture::wanted_for(plan.style.size) &&
                          count == 1 && plan.frames.output.extension() == ".png";
    const std::unique_ptr<FrameOutput> output =
        in_parts ? nullptr : make_frame_output(plan.frames, plan.style.size);
    if (!in_parts) { // before the way to the first picture
        plan.frames.hdr ? picture.make_ready(VideoOf::picture, 32)
                        : picture.make_ready(VideoOf::shown, 8);
    }
    WindowResult timings;
    const auto add_frame = [&] {
        ++timings.frames;
        if (in_parts) {
            picture.draw_in_parts(simulation, plan.frames.output);
            return true;
        }
        return plan.frames.hdr ? static_cast<RescuedPictures&>(*output).add_light(
                                     picture.draw_light(simulation))
                               : output->add(picture.draw(simulation));
    };
    // False when stopped before; the picture remembers the way.
    const auto run = [&](const RunLength& length) {
        while (!length.reached(simulation)) {
            picture.remember(simulation);
            if (length.step(simulation, stop) == Outcome::cancelled) {
                return false;
            }
            timings.step_milliseconds += simulation.timings().total_milliseconds;
            timings.interactions += simulation.timings().interactions;
        }
        return true;
    };
    std::size_t written = 0;
    bool complete = !plan.start || run(RunLength::until(*plan.start, simulation, "--start"));
    // The colours may be those of the acceleration or the interactions.
    complete = complete && simulation.evaluate(stop) == Outcome::complete;
    {
        ProgressBar progress(console, "render");
        while (complete && written < count && add_frame()) {
            ++written;
            progress.show_time(static_cast<double>(written) / static_cast<double>(count),
                               simulation.time());
            complete = written == count || run(RunLength(simulation.steps() + steps_per_frame));
        }
        if (output && written > 0) {
            output->finish();
        }
    }
    timings.algorithm = simulation.solver_info().id;
    timings.bodies = simulation.count();
    timings.steps = simulation.steps();
    timings.draw_milliseconds = picture.draw_milliseconds();
    timings.renderer = picture.renderer();
    timings.interop_fallback = picture.interop_fallback();
    const std::string name = output ? output->name() : plan.frames.output.string();
    report_frames(plan.frames, timing_text(timings), written > 0 ? name : "", written, count);
    return !output || output->as_wanted() ? ExitCode::done : ExitCode::failed;
}

ExitCode render_tour(const std::string& tour, const RenderPlan& plan, const Console& console) {
    FramePlan many = plan.frames; // as many as the tour is long
    many.frames = plan.frames.frames.value_or(2);
    many.timed = true;
    require_frame_output(many);
    const StopSignals signals;
    FilmResult film;
    {
        ProgressBar progress(console, "render");
        film =
            make_film({.window = window_of(tour, plan, signals, progress),
                       .frames_per_second = plan.frames.rate(),
                       .waiting_seconds = plan.waiting_seconds.value_or(6),
                       .frames = plan.frames.frames,
                       .steps_per_frame = plan.steps_per_frame,
                       .open = [&plan] { return make_frame_output(plan.frames, plan.style.size); },
                       .note = [&console](const std::string& words) { console.note(words); }});
    }
    const std::string text =
        fmt::format("{}: {:.1f} s, drawn by {}\n", counted(film.frames, "frame", "frames"),
                    static_cast<double>(film.frames) / plan.frames.rate(), film.renderer);
    report_frames(plan.frames, text, film.name, film.frames, film.wanted);
    return film.refused == 0 && film.as_wanted ? ExitCode::done : ExitCode::failed;
}

} // namespace orrery
