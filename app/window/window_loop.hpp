#pragma once

#include "app/language/spoken_language.hpp"
#include "app/race/race_run.hpp"
#include "app/stage/ladder_run.hpp"
#include "app/stage/scaling_run.hpp"
#include "app/time/follow.hpp"
#include "app/time/time_layer.hpp"
#include "app/tour/step_number.hpp"
#include "app/tour/tour_director.hpp"
#include "app/window/autosave.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/catch_up.hpp"
#include "app/window/cost_survey.hpp"
#include "app/window/film.hpp"
#include "app/window/flying.hpp"
#include "app/window/frame_pacer.hpp"
#include "app/window/gpu_search.hpp"
#include "app/window/imgui_session.hpp"
#include "app/window/measurement.hpp"
#include "app/window/open_dialog.hpp"
#include "app/window/picture.hpp"
#include "app/window/picture_files.hpp"
#include "app/window/picture_turn.hpp"
#include "app/window/report_file.hpp"
#include "app/window/save_dialog.hpp"
#include "app/window/script.hpp"
#include "app/window/session_files.hpp"
#include "app/window/simulation_link.hpp"
#include "app/window/speaker_window.hpp"
#include "app/window/time_source.hpp"
#include "app/window/tree_overlay.hpp"
#include "app/window/user_files.hpp"
#include "app/window/window_app.hpp"
#include "app/window/window_recorder.hpp"
#include "render/surface.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

namespace orrery {

// The window from its opening to its end: all that it owns, and a frame in eight parts.
class WindowLoop {
public:
    explicit WindowLoop(const LaunchOptions& request);
    WindowResult run();
    // Instead: a tour, frame by frame, by a clock of fixed steps.
    FilmResult film(const FilmPlan& plan);

private:
    // A frame, in this order.
    void look_at_simulation();
    void take_input();
    void lay_out_and_draw_panels();
    void run_pending();
    void publish_bodies();
    void draw_picture();
    void show();
    void begin_turn();

    // Of what a frame does twice where the speaker has a window: keys and mouse of the ImGui frame
    // that is current, the audience's picture being there.
    void take_keys();
    void take_mouse(const PictureArea& area);
    // Of the speaker's window.
    void watch_windows();
    void find_mouse();
    void open_speaker();
    void close_speaker();
    void arrange_windows();
    void draw_for_speaker();
    unsigned int frame_target();
    void speaker_frame();
    void show_to_speaker();

    // Of a film's frame.
    bool step_and_wait(std::size_t steps);
    std::size_t tell_refusals(const FilmPlan& plan);

    void choose_language();
    void set_up();
    void open_file(const std::filesystem::path& file);
    std::optional<Error> save_picture(const std::filesystem::path& file);
    void save_chart(const std::string& format);
    void save_sized_picture(Extent size);
    void report_saved(const PictureFiles::Saved& saved);
    void end_if_unseen(const Error& error);
    bool wants_to_quit() const;
    FrameDemand demand() const;
    std::optional<Clock::time_point> frame_due() const;
    void finish();
    // File actions may fail; the window tells and goes on. Why it did fail.
    std::optional<Error> try_to(const std::function<void()>& action);

    const LaunchOptions request_;
    const std::optional<std::filesystem::path> folder_; // of what is remembered
    Preferences remembered_;
    SpokenLanguage language_;
    std::string language_at_start_;
    const std::unique_ptr<Surface> surface_;
    ImGuiSession imgui_;
    std::optional<SpeakerWindow> speaker_;
    Picture picture_;
    WindowRecorder recorder_;
    BodyPublisher publisher_;
    std::optional<SimulationThread> simulation_; // gone before the last report is written
    AppState app_;
    OpenDialog open_dialog_;
    SaveDialog save_dialog_;
    SessionFiles sessions_;
    PictureFiles pictures_;
    CatchUp catch_up_;
    std::optional<Autosave> autosave_; // gone before the simulation
    Measurement measurement_;
    GpuSearch gpu_search_;
    CostSurvey cost_survey_;
    TourDirector tours_;
    StepNumber step_number_;
    Flying flying_;
    TimeKeeper time_keeper_;
    LadderRun ladder_run_;
    ScalingRun scaling_run_;
    std::optional<RaceRun> race_{std::in_place};             // gone before the simulation
    std::optional<Follow> follow_{std::in_place};            // likewise
    std::optional<TreeOverlay> tree_outline_{std::in_place}; // likewise
    std::optional<SimulationLink> link_;                     // likewise
    std::optional<PictureTurn> turn_;                        // likewise
    TimeSource time_;
    FramePacer pacer_;
    WindowReport report_;
    ReportFile report_file_;

    const Clock::time_point opened_ = Clock::now();
    Clock::time_point frame_began_ = opened_, drawing_began_ = opened_;
    Script script_{request_, opened_};
    double last_input_ = 0;
    double last_bodies_ = 0;
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
    std::string video_at_end_;
    FrameReport frame_;
};

} // namespace orrery
