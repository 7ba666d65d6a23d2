// A window from its opening to its end. The parts of a frame are in window_frame.cpp.
#include "app/window/window_app.hpp"

#include "app/features/features.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/features/tour/tour_director.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"
#include "app/state/app_state.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/window_loop.hpp"

#include "render/capture.hpp"
#include "render/gl_messages.hpp"
#include "render/offscreen.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

namespace fs = std::filesystem;

constexpr Extent standard_size{1600, 900}, offscreen_size{1280, 720};

// The window, or what stands in for it off-screen.
std::unique_ptr<Surface> open_surface(const LaunchOptions& request, const Preferences& remembered) {
    if (request.surface) {
        return request.surface();
    }
    // Whoever asks for the state wants to know of OpenGL's errors too.
    const bool debug = request.state_json.has_value();
    if (request.off_screen) {
        return std::make_unique<OffscreenSurface>(request.size.value_or(offscreen_size), debug);
    }
    WindowOptions options;
    options.size = request.size.value_or(remembered.size.value_or(standard_size));
    options.fullscreen = request.fullscreen;
    options.debug = debug;
    return std::make_unique<Window>(options);
}

Extent times(Extent size, float factor) {
    const auto length = [factor](int pixels) {
        return static_cast<int>(std::lround(factor * static_cast<float>(pixels)));
    };
    return {length(size.width), length(size.height)};
}

} // namespace

Script::Script(const LaunchOptions& request, Clock::time_point opened)
    : request_(request), opened_(opened), now_(opened) {}

void Script::advance(Clock::time_point now, bool newer_bodies) {
    now_ = now;
    if (newer_bodies && !bodies_since_) {
        bodies_since_ = now;
    }
    double share = 0; // of the run that is done
    if (bodies_since_ && takes_pictures(request_) && request_.screenshot_after_seconds > 0) {
        share = seconds_between(*bodies_since_, now_) / request_.screenshot_after_seconds;
    }
    if (request_.exit_after_seconds > 0) {
        share = std::max(share, seconds_between(opened_, now_) / request_.exit_after_seconds);
    }
    if (request_.progress && (takes_pictures(request_) || request_.exit_after_seconds > 0)) {
        request_.progress(std::min(share, 1.0), result_.time);
    }
}

void Script::count_steps(const std::vector<StepReport>& steps, const SimulationStatus& status) {
    result_.algorithm = status.settings.algorithm;
    result_.bodies = status.all_bodies();
    result_.time = status.time;
    result_.steps += steps.size();
    for (const StepReport& step : steps) {
        result_.step_milliseconds += step.timings.total_milliseconds;
        result_.interactions += step.timings.interactions;
    }
}

void Script::count_frame(double draw_milliseconds) {
    if (bodies_since_ && !result_.screenshot_seconds) {
        ++result_.frames;
        result_.draw_milliseconds += draw_milliseconds;
    }
}

std::optional<Clock::time_point> Script::screenshot_due() const {
    if (!takes_pictures(request_) || !bodies_since_) {
        return std::nullopt;
    }
    const std::chrono::duration<double> wait(request_.screenshot_after_seconds);
    return *bodies_since_ + std::chrono::duration_cast<Clock::duration>(wait);
}

std::optional<Clock::time_point> Script::frame_due() const {
    return bodies_since_ ? screenshot_due() : now_; // they are not to be missed when they come
}

bool Script::takes_screenshot(bool complete) const {
    const std::optional<Clock::time_point> due = screenshot_due();
    const bool taken = result_.screenshot_seconds.has_value();
    return due && !taken && ((now_ >= *due && complete) || request_.stop.stop_requested());
}

void Script::screenshot_taken() {
    result_.screenshot_seconds = seconds_between(*bodies_since_, now_);
}

bool Script::ended(bool picture_to_come) const {
    const bool expired = request_.exit_after_seconds > 0 && !picture_to_come &&
                         seconds_between(opened_, now_) > request_.exit_after_seconds;
    // A screenshot that is still to be taken takes one more frame.
    const bool stopped = request_.stop.stop_requested() && !screenshot_due();
    return expired || stopped || result_.screenshot_seconds;
}

WindowLoop::WindowLoop(const LaunchOptions& request)
    : request_(request), folder_(request.remember ? config_folder() : std::nullopt),
      remembered_(folder_ ? read_preferences(*folder_) : Preferences{}),
      language_(read_translations(request.resources / "assets" / "languages")),
      surface_(open_surface(request, remembered_)), imgui_(*surface_, layout_file("layout.ini")),
      picture_(request.resources / "shaders"), recorder_(request.resources),
      simulation_(std::in_place, nullptr,
                  request.ranks != nullptr ? *request.ranks : one_process()),
      app_{.simulation = *simulation_, .settings = request.settings}, pictures_(request.resources),
      features_({.tours = request.resources / "assets" / "tours",
                 .autosaves = request.off_screen ? std::nullopt : folder_,
                 .remembers = folder_.has_value()}),
      state_file_(request.state_json) {
    report_.off_screen = request.off_screen;
    set_up();
}

LayoutFile WindowLoop::layout_file(const char* name) const {
    return folder_ ? LayoutFile{*folder_ / name, !request_.off_screen} : LayoutFile();
}

// As the command line, what is remembered, or the environment says.
void WindowLoop::choose_language() {
    const std::string& given = request_.language.empty() ? remembered_.language : request_.language;
    const Translation* const found = find_language(language_.languages(), given);
    app_.languages = language_.languages();
    app_.view.language = language_at_start_ =
        found != nullptr ? found->id : language_of_environment(language_.languages());
    language_.speak(app_.view.language);
}

void WindowLoop::set_up() {
    choose_language();
    if (!request_.size && !surface_->fullscreen()) {
        surface_->resize( // or to what fits on the monitor
            times(remembered_.size.value_or(standard_size), desktop_scale(*surface_)));
    }
    imgui_.fill_without_texture(request_.resources / "shaders");
    app_.channel_bits = channel_bits(surface_->gl_framebuffer());
    app_.view.ui_scale = request_.ui_scale.value_or(remembered_.ui_scale);
    app_.view.layer = request_.show_ui ? Layer::panels : Layer::nothing;
    show_scene(app_, request_.settings.source);
    app_.recent_files = remembered_.recent_files;
    app_.desktop_dialogs = remembered_.desktop_dialogs;
    declare_actions(app_);
    const std::filesystem::path fonts = request_.resources / "fonts";
    load_fonts(fonts);
    if (const std::optional<std::string> words = missing_fonts(fonts)) {
        app_.say(*words);
    }
    surface_->on_drop([this](const fs::path& file) { app_.requests.add(OpenFile{file}); });

    for (const std::string& words : request_.commands) {
        const Command command = spoken_command(app_.actions, words);
        if (!app_.actions.run(command)) {
            throw bad_input("'" + words + "' cannot be done now", "--do",
                            "Ctrl+K in the window shows what can");
        }
    }
    if (request_.tour) {
        features_.get<TourDirector>().start(app_, *request_.tour);
        app_.requests.add(GoToStep{request_.tour_step});
    }
    app_.get<SpeakerStatus>().minutes = request_.minutes;
    app_.get<TalkAddress>().text = request_.address;
    if (request_.speaker) {
        app_.requests.add(ToggleSpeaker{});
    }
    app_.offer_tours =
        folder_ && !request_.off_screen && !request_.tour && !fs::exists(*folder_ / "ui.toml");
    const Settings& settings = app_.settings;
    const bool session = is_session_file(settings.source);
    turn_.emplace(simulation_->turns());
    OpenChoice open{request_.candidates, !session && !request_.bodies_given,
                    folder_ ? ChoiceMemory::used : ChoiceMemory::not_used};
    if (takes_pictures(request_) || app_.requests.has<StartRace>()) { // of what is chosen
        open.patience = std::chrono::hours(24);
    }
    link_.emplace(settings, std::move(open));
    if (request_.shown) {
        ShownState shown = *request_.shown;
        shown.settings = app_.settings; // what was typed is in it
        shown.look.layer = request_.show_ui ? shown.look.layer : Layer::nothing;
        app_.requests.add(ComeBackTo{std::move(shown)});
    }
    if (session) {
        app_.requests.add(OpenFile{settings.source, request_.settings_of_session});
    }
}

WindowResult WindowLoop::run() {
    const auto picture_to_come = [this] {
        return app_.requests.has<TakePicture>() && !app_.status.error;
    };
    while (!app_.requests.has<Quit>() && !script_.ended(picture_to_come()) &&
           (!surface_->should_close() || speaker_)) {
        look_at_simulation();
        if (request_.drive) {
            request_.drive(app_);
        }
        take_input();
        lay_out_panels();
        begin_turn();
        publish_bodies();
        lay_out_stage();
        run_requests();
        link_->send_settings(app_, app_.get<SessionStatus>().opening);
        draw_picture();
        show();
        frame_.frame_milliseconds = wait_for_next_frame();
        app_.history.add_frame(frame_);
        report_.frame_milliseconds.add(frame_.frame_milliseconds);
    }
    const bool recording = recorder_.under_way();
    finish();
    if (failure_) {
        throw Error(*failure_);
    }
    WindowResult result = script_.result();
    result.renderer = surface_->renderer();
    result.interop_fallback = app_.interop_fallback;
    result.video_at_end = recording ? recorder_.last_file() : "";
    return result;
}

std::optional<Error> WindowLoop::save_picture(const fs::path& file) {
    return attempt(app_, [&] {
        // What another window covers need not be in a window's own buffer.
        const unsigned int seen =
            app_.view.curtain == Curtain::open ? frame_target() : surface_->gl_framebuffer();
        const bool stands = app_.view.frozen && kept_picture_;
        pictures_.save(file, read_pixels(seen, app_.framebuffer),
                       stands ? kept_text_ : picture_text(app_));
    });
}

void WindowLoop::end_if_unseen(const std::optional<Error>& error) {
    if (error && request_.off_screen) {
        failure_ = error;
        app_.requests.add(Quit{});
    }
}

// For --state-json.
void WindowLoop::write_state() {
    if (!state_file_) {
        return;
    }
    state_written_ = app_.now;
    report_.window_size = surface_->size();
    report_.window_place = surface_->place();
    report_.gl_errors = gl_error_count();
    report_.takes_text = ImGui::GetIO().WantTextInput;
    report_.last_picture = pictures_.last();
    report_.last_video = recorder_.last_file();
    const std::optional<Error> error =
        attempt(app_, [&] { write_whole_file(*state_file_, state_json(app_, report_)); });
    if (error) {
        state_file_.reset();
        end_if_unseen(error);
    }
}

void WindowLoop::finish() {
    const Clock::time_point start = Clock::now();
    if (const std::optional<Error> error = recorder_.finish(); error && !failure_) {
        failure_ = error;
    }
    pictures_.advance(app_, SavedPictures::Wait::yes);
    turn_.reset();
    link_.reset();
    features_.close();
    simulation_.reset();
    report_.quit_milliseconds = milliseconds_since(start);
    write_state();
    if (!folder_ || request_.off_screen) {
        return;
    }
    if (speaker_) {
        remember_speaker();
    }
    if (!surface_->fullscreen()) {
        remembered_.size = times(surface_->size(), 1 / desktop_scale(*surface_));
    }
    remembered_.ui_scale = app_.view.ui_scale;
    if (app_.view.language != language_at_start_) { // else it goes on to be that of the environment
        remembered_.language = app_.view.language;
    }
    remembered_.recent_files = app_.recent_files;
    remembered_.desktop_dialogs = app_.desktop_dialogs;
    attempt(app_, [&] { write_preferences(*folder_, remembered_); });
}

WindowResult run_window(const LaunchOptions& request) {
    return WindowLoop(request).run();
}

} // namespace orrery
