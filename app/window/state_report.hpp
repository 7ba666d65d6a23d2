#pragma once

#include "app/state/app_state.hpp"
#include "render/placement.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// How long frames or steps took, the newest ten thousand of them.
class DurationStatistics {
public:
    void add(double milliseconds);
    // The value that `share` of them (0 … 1) stay below; 0 before the first.
    double percentile(double share) const;
    // Those that took 0-1 ms, 1-2 ms and so on, of the newest ten thousand; the hundredth bin
    // counts all that took longer.
    std::vector<std::size_t> histogram() const;
    std::size_t count() const { return count_; } // of all, not the newest alone

private:
    std::vector<float> newest_; // a ring
    std::size_t count_ = 0;
};

// Of the speaker's window, in screen coordinates.
struct SpeakerReport {
    Rectangle place;         // on the desktop
    Rectangle preview;       // within it
    double milliseconds = 0; // that its newest frame took to lay out and to hand to OpenGL
};

// What --state-json tells beyond AppState. Seconds since the program started; unset: not yet.
struct WindowReport {
    DurationStatistics frame_milliseconds;
    DurationStatistics step_milliseconds; // of the algorithm in force, since it is
    StepTimings longest_step;             // of those
    double publish_gpu_milliseconds = 0;  // of the newest publication; 0: not known
    double draw_gpu_milliseconds = 0;     // of the newest frame
    GpuTurns::Counts turns;               // of the GPU that draws and computes
    std::optional<double> first_frame_seconds;
    std::optional<double> first_moving_bodies_seconds;
    std::optional<double> quit_milliseconds; // from the wish to quit to the simulation's end
    Extent window_size;                      // screen coordinates
    Rectangle window_place;                  // likewise, on the desktop
    std::optional<SpeakerReport> speaker;    // unset: it has no window
    float ui_scale = 1;                      // the desktop's times the user's
    bool takes_text = false;                 // a text field has the keyboard
    int gl_errors = 0;
    bool off_screen = false;
    std::string last_picture; // the file of the newest screenshot
    std::string last_video;

    // Steps of another algorithm or of other bodies begin a new count.
    void count_steps(const std::vector<StepReport>& steps, std::uint64_t load_serial);

private:
    std::string stepping_; // the algorithm counted
    std::uint64_t counted_load_ = 0;
};

// The keys are documented in docs/json.md.
std::string state_json(const AppState& app, const WindowReport& report);

} // namespace orrery
