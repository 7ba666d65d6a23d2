#pragma once

#include "app/features/features.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/language/spoken_language.hpp"
#include "app/panels/layout.hpp"
#include "app/panels/open_picture.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/imgui_session.hpp"
#include "app/window/picture.hpp"
#include "app/window/picture_turn.hpp"
#include "app/window/quality_governor.hpp"
#include "app/window/simulation_link.hpp"
#include "app/window/sized_picture.hpp"
#include "app/window/state_report.hpp"
#include "app/window/user_files.hpp"
#include "app/window/window_app.hpp"
#include "app/window/window_recorder.hpp"
#include "render/capture.hpp"
#include "render/surface.hpp"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

inline double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

// The command line's wishes for a run besides showing it: a screenshot, an end, progress and
// results.
class Script {
public:
    // `request` outlives it.
    Script(const LaunchOptions& request, Clock::time_point opened);

    // Once a frame, that began at `now` and is about to be drawn, with newer bodies or not.
    void advance(Clock::time_point now, bool newer_bodies);
    void count_steps(const std::vector<StepReport>& steps, const SimulationStatus& status);
    // Counts a drawn frame, but not the screenshot's, which takes longer.
    void count_frame(double draw_milliseconds);

    // The latest time of the next frame, even if it is not seen; unset: any time.
    std::optional<Clock::time_point> frame_due() const;
    // Whether the screenshot is to be taken of this frame, which shows all that was asked for or
    // not yet. It waits for that, unless the run is stopped.
    bool takes_screenshot(bool complete) const;
    void screenshot_taken();
    // The run is over, by its own end or by being stopped.
    bool ended(bool picture_to_come) const; // one that --do asks for, before --exit-after ends it

    const WindowResult& result() const { return result_; }

private:
    // Unset: there is none to take, or there are no bodies for it yet.
    std::optional<Clock::time_point> screenshot_due() const;

    const LaunchOptions& request_;
    const Clock::time_point opened_;
    Clock::time_point now_;
    std::optional<Clock::time_point> bodies_since_;
    WindowResult result_;
};

// The speaker's window: a surface beside the audience's, with a context of OpenGL that shares its
// textures, an ImGui session of its own, and the audience's newest frame, which is drawn once and
// shown in both.
struct SpeakerWindow {
    // `first`: of the audience's window, outlives it.
    SpeakerWindow(std::unique_ptr<Surface> opened, const LayoutFile& layout,
                  const ImGuiSession& first)
        : surface(std::move(opened)), imgui(*surface, layout, &first) {}

    const std::unique_ptr<Surface> surface;
    ImGuiSession imgui;
    std::unique_ptr<Framebuffer> frame;    // the audience's, in its context
    std::unique_ptr<Framebuffer> replaced; // that the panels laid out in this frame still show
    std::map<std::size_t, std::unique_ptr<Framebuffer>> steps; // small, of the tour, as last shown
    double step_kept = 0; // when, seconds since the window opened
    SpeakerFit fit;
    bool due = true;         // to be drawn in this frame
    Clock::time_point drawn; // last
};

// The letters that fly the camera, taken from the shortcuts while it flies; "" while it circles.
std::string_view steering_letters(const Camera& camera);

// Lets mouse and keys of this ImGui frame move the camera, unless they belong to a panel. Called
// between ImGui's NewFrame and Render. `bodies`: what a double click picks from. `area`: where the
// picture is.
void steer_camera(AppState& app, std::span<const BodyBuffer* const> bodies,
                  const PictureArea& area);

// The window from its opening to its end: all that it owns, and a frame in eight parts.
class WindowLoop {
public:
    explicit WindowLoop(const LaunchOptions& request);
    WindowResult run();
    // Instead: a tour, frame by frame, by a clock of fixed steps.
    FilmResult film(const FilmPlan& plan);

private:
    Clock::time_point next_frame();
    // A frame, in this order.
    void look_at_simulation();
    void take_input();
    void lay_out_panels();
    void begin_turn();
    void publish_bodies();
    void lay_out_stage();
    void run_requests();
    void draw_picture();
    void show();

    // Twice a frame where the speaker has a window: of the ImGui frame that is current.
    void take_keys();
    void take_mouse(const PictureArea& area);
    // Of the speaker's window.
    void watch_windows();
    void find_mouse();
    void open_speaker();
    void close_speaker();
    void remember_speaker();
    void arrange_windows();
    void draw_for_speaker();
    unsigned int frame_target();
    void speaker_frame();
    void keep_step_picture();
    void show_to_speaker();

    // Of a film's frame.
    bool step_and_wait(std::size_t steps);
    bool prepare_race(const FilmPlan& plan);

    LayoutFile layout_file(const char* name) const;
    void choose_language();
    void set_up();
    std::optional<Error> save_picture(const std::filesystem::path& file);
    // Ends an off-screen run on an error; a window shows it and goes on.
    void end_if_unseen(const std::optional<Error>& error);
    void govern_quality();
    void draw_or_keep_picture();
    FrameDemand demand() const;
    double wait_for_next_frame();
    void write_state();
    void finish();

    const LaunchOptions request_;
    const std::optional<std::filesystem::path> folder_; // of what is remembered
    Preferences remembered_;
    SpokenLanguage language_;
    std::string language_at_start_;
    const std::unique_ptr<Surface> surface_;
    ImGuiSession imgui_;
    std::optional<SpeakerWindow> speaker_;
    Picture picture_;
    std::unique_ptr<Framebuffer> kept_picture_; // that was frozen
    PngText kept_text_;                         // of it
    WindowRecorder recorder_;
    BodyPublisher publisher_;
    std::optional<SimulationThread> simulation_; // gone before the last report is written
    AppState app_;
    SavedPictures pictures_;
    StepNumber step_number_;
    Features features_;                  // gone before the simulation
    Frame told_{app_};                   // to features
    std::optional<SimulationLink> link_; // likewise
    std::optional<PictureTurn> turn_;    // likewise
    std::optional<double> film_rate_; // frames a second, by which a film's clock goes: its frames
    std::size_t film_frames_ = 0;     // come out the same each time, however long they take
    Clock::time_point frame_start_ = Clock::now();                           // by the wall's clock
    QualityGovernor governor_{drawn_by() == DrawnBy::processor ? 18 : 12.5}; // milliseconds a frame
    QualityNotice quality_notice_;
    WindowReport report_;
    std::optional<std::filesystem::path> state_file_; // for it; unset: it is not asked for
    double state_written_ = 0;                        // seconds since the window opened

    const Clock::time_point opened_ = Clock::now();
    Clock::time_point frame_began_ = opened_, drawing_began_ = opened_;
    Script script_{request_, opened_};
    double last_input_ = 0;
    // The two windows of a talk.
    bool speaker_has_mouse_ = false;
    std::vector<Rectangle> screens_;
    Rectangle audience_place_; // as a normal window
    bool was_fullscreen_ = false;
    Layer layer_before_ = Layer::panels;
    double looked_at_screens_ = 0;
    bool published_ = false;
    bool rivals_published_ = false;
    std::optional<Error> failure_; // that ends the run
    FrameReport frame_;
};

} // namespace orrery
