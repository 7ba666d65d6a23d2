#pragma once

#include "app/state/shown_state.hpp"
#include "render/graphics_context.hpp"
#include "render/record/recording.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/step_timings.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

class Communicator;
struct AppState;
class Surface;

// What the command line asks of the window.
struct LaunchOptions {
    // Of a session only the source counts here: `settings_of_session` makes the rest of what was
    // saved, putting over it what was typed. Throws bad_input where the two do not fit.
    Settings settings;
    std::function<Settings(const Settings& saved)> settings_of_session = {};
    // The look and the time that a picture or --state has; `settings` are its settings already.
    std::optional<ShownState> shown = {};
    // Whether the user chose the number of bodies (--bodies). If not, and the source is a scene of
    // any size, it is chosen so that this machine runs it smoothly.
    bool bodies_given = false;
    // Algorithms that may be the fastest here, where none was named. The window takes the one that
    // is, before the first step.
    std::vector<std::string> candidates = {};
    // No window: the same frames, drawn into memory. What is remembered is read, but not written.
    bool off_screen = false;
    bool fullscreen = false;
    bool paused = false;             // begins so
    std::optional<Extent> size;      // screen coordinates; unset: as the window was last left
    std::filesystem::path resources; // the folder that holds shaders/ and assets/
    // --remember no: neither reads nor writes layout, size and recent files. Tests and pictures for
    // the docs want the window of a first start.
    bool remember = true;
    // --state-json FILE: what the window shows, a few times a second and on exit; docs/json.md.
    std::optional<std::filesystem::path> state_json;
    // --screenshot FILE --after SECONDS: saves the window, panels included, and quits.
    std::optional<std::filesystem::path> screenshot;
    // --speaker: begins with the speaker's window besides; --speaker-screenshot FILE: saves that at
    // the same time as the screenshot, and quits.
    bool speaker = false;
    std::optional<std::filesystem::path> speaker_screenshot = {};
    std::optional<Extent> speaker_size = {};
    std::optional<double> minutes = {};  // --minutes: that the talk is to last
    std::string address = {};            // --address: that its last card shows
    double screenshot_after_seconds = 3; // since the bodies appeared
    double exit_after_seconds = 0;       // --exit-after SECONDS; 0: stays open
    std::optional<float> ui_scale;       // --ui-scale: instead of the remembered one
    std::string language;                // --language: likewise; empty: as remembered, or "auto"
    bool show_ui = true;                 // --no-ui: begins with the picture alone, as after Tab
    std::optional<std::string> tour;     // to be given: a shipped one's name, or a file
    std::size_t tour_step = 0;           // from which of its steps on
    // --do COMMAND: carried out at the start, in this order, as Ctrl+K would.
    std::vector<std::string> commands = {};
    // Ends the run as closing the window does, but with the screenshot taken as soon as there are
    // bodies on it.
    std::stop_token stop = {};
    // Told every frame, where the run has an end: how much of it is done (0 … 1), and the time that
    // the simulation has come to.
    std::function<void(double share, double time)> progress = {};
    // Of who drives the window in its own process, as tests do: where frames go instead, and what
    // is called in every frame before its input is taken.
    std::function<std::unique_ptr<Surface>()> surface = {};
    std::function<void(AppState&)> drive = {};
    // And what a drawing may take, in milliseconds; unset: what suits who draws.
    std::function<double()> frame_budget = {};
    Communicator* ranks = nullptr; // that simulate with this process, the first; null: it is alone
    Clock::time_point launched = Clock::now(); // when the program started; times are told from here
};

// Whether the run ends with a picture or two.
inline bool takes_pictures(const LaunchOptions& request) {
    return request.screenshot || request.speaker_screenshot;
}

// What a run of the window came to.
struct WindowResult {
    std::string algorithm; // in force at the end
    std::size_t bodies = 0;
    double time = 0;                                // that the simulation came to
    std::uint64_t steps = 0;                        // since the program started
    double step_milliseconds = 0, interactions = 0; // of all steps together
    std::size_t frames = 0;                         // since there were bodies
    double draw_milliseconds = 0;                   // of all those frames together
    std::string renderer;                           // "NVIDIA H200/PCIe/SSE2"
    std::string interop_fallback; // why bodies that a GPU has were copied by the processor
    // How long there had been bodies when the screenshot was taken; unset: it was not.
    std::optional<double> screenshot_seconds;
    std::string video_at_end; // that was being recorded when the run ended; empty: none was
};

// Opens the window and stays until it is closed. Throws failure when there is no display or no
// OpenGL 4.5, and in the end when the screenshot could not be saved; whatever else goes wrong later
// is shown in the window and does not end it. Off-screen, where nobody would see that, it ends the
// run and is thrown.
WindowResult run_window(const LaunchOptions& request);

// A tour as a film: the window's application off-screen, by a clock of fixed steps, with as many
// steps of the simulation from frame to frame as the tour's pace says.
struct FilmPlan {
    LaunchOptions window; // its size, tour and stop token count
    double frames_per_second = 30;
    double waiting_seconds = 6;                 // of a step that waits for the speaker
    std::optional<std::size_t> frames;          // no more than these
    std::optional<std::size_t> steps_per_frame; // instead of the pace
    Recording::Open open;
    std::function<void(const std::string& sentence)> note; // what could not be done
};

struct FilmResult {
    std::size_t frames = 0, wanted = 0;
    std::size_t refused = 0; // sentences told to `note`
    bool as_wanted = true;   // the file is where it should be
    std::string name;        // of what was written; empty: nothing was
    std::string renderer;
};

// Writes as many frames as there was time for: a stop token ends the film with what it has. Throws
// failure when it cannot be drawn or written.
FilmResult make_film(const FilmPlan& plan);

} // namespace orrery
