// A window from its opening to its end. The parts of a frame are in window_frame.cpp.
#include "app/window/window_app.hpp"

#include "app/chart/chart_file.hpp"
#include "app/features/features.hpp"
#include "app/language/tr.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/chart_layer.hpp"
#include "app/state/recording_status.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/speaker.hpp"
#include "app/state/spoken_command.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"
#include "app/tour/tour_director.hpp"
#include "app/window/autosave.hpp"
#include "app/window/sized_picture.hpp"
#include "app/window/state_sharing.hpp"
#include "app/window/window_loop.hpp"

#include "app/state/scene_look.hpp"
#include "render/capture.hpp"
#include "render/fullscreen_pass.hpp"
#include "render/offscreen.hpp"
#include "render/window.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

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

// What a picture says of itself.
PngText picture_text(const AppState& app) {
    return {shown_state_keyword, shown_state_to_toml(shown_state_of(app))};
}

Extent times(Extent size, float factor) {
    const auto length = [factor](int pixels) {
        return static_cast<int>(std::lround(factor * static_cast<float>(pixels)));
    };
    return {length(size.width), length(size.height)};
}

std::optional<fs::path> folder_to_remember_in(const LaunchOptions& request) {
    return request.remember ? config_folder() : std::nullopt;
}

} // namespace

WindowLoop::WindowLoop(const LaunchOptions& request)
    : request_(request), folder_(folder_to_remember_in(request)),
      remembered_(folder_ ? read_preferences(*folder_) : Preferences{}),
      language_(read_translations(request.resources / "assets" / "languages")),
      surface_(open_surface(request, remembered_)),
      imgui_(*surface_, folder_ ? std::optional(*folder_ / "layout.ini") : std::nullopt,
             request.off_screen ? LayoutFile::only_read : LayoutFile::read_and_written),
      picture_(request.resources / "shaders"), recorder_(request.resources / "shaders"),
      simulation_(std::in_place), app_{.simulation = *simulation_, .settings = request.settings},
      features_({.tours = request.resources / "assets" / "tours",
                 .autosaves = request.off_screen ? std::nullopt : folder_,
                 .remembers = folder_.has_value()}),
      report_file_(request.state_json) {
    report_.off_screen = request.off_screen;
    set_up();
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
    if (request_.speaker) {
        app_.requests.add(ToggleSpeaker{});
    }
    app_.offer_tours =
        folder_ && !request_.off_screen && !request_.tour && !fs::exists(*folder_ / "ui.toml");
    app_.lost_session = features_.get<Autosave>().lost();
    app_.offer_tours = app_.offer_tours && !app_.lost_session;
    const Settings& settings = app_.settings;
    const bool session = is_session_file(settings.source);
    turn_.emplace(simulation_->turns());
    link_.emplace(settings, OpenChoice{request_.candidates, !session && !request_.bodies_given,
                                       folder_ ? ChoiceMemory::used : ChoiceMemory::not_used});
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
    while (!wants_to_quit()) {
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
        frame_.frame_milliseconds = pacer_.wait_for_next_frame(
            *surface_, demand(), frame_due(),
            drawn_by() == DrawnBy::processor && app_.status.stepping && !app_.status.state_device);
        app_.history.add_frame(frame_);
        report_.frame_milliseconds.add(frame_.frame_milliseconds);
    }
    finish();
    if (failure_) {
        throw Error(*failure_);
    }
    WindowResult result = script_.result();
    result.renderer = surface_->renderer();
    result.interop_fallback = app_.interop_fallback;
    result.video_at_end = video_at_end_;
    return result;
}

std::optional<Error> WindowLoop::save_picture(const fs::path& file) {
    return try_to([&] {
        // What another window covers need not be in a window's own buffer.
        const unsigned int seen =
            app_.view.curtain == Curtain::open ? frame_target() : surface_->gl_framebuffer();
        const bool stands = app_.view.frozen && kept_picture_;
        pictures_.save(file, read_pixels(seen, app_.framebuffer),
                       {shown_state_keyword,
                        stands ? kept_state_ : shown_state_to_toml(shown_state_of(app_))});
    });
}

void WindowLoop::save_chart(const std::string& format) {
    try_to([&] {
        const fs::path file = new_picture_file("orrery-chart", "." + format);
        write_whole_file(file, chart_writer(file)({ladder_of(app_), scaling_of(app_)}));
        app_.say(tr_format("Saved {}", file.string()));
    });
}

void WindowLoop::save_sized_picture(Extent size) {
    if (app_.view.frozen) { // its bodies have gone on
        app_.say(
            tr("A frozen picture is saved only as large as the window is: press F12, or Shift+B "
               "first"),
            true);
        return;
    }
    if (LargePicture::wanted_for(size)) {
        begin_large_picture(size);
        return;
    }
    try_to([&] {
        SizedPicture picture(request_.resources / "shaders", size, app_.get<RecordingWish>().of);
        picture.draw(publisher_.bodies(), picture_, app_);
        pictures_.save(new_picture_file(), read_pixels(picture.gl_framebuffer(), size),
                       picture_text(app_));
    });
}

std::vector<const BodyBuffer*> WindowLoop::seen_bodies() const {
    std::vector<const BodyBuffer*> bodies{&publisher_.bodies()};
    const std::vector<const BodyBuffer*> rivals = picture_.rivals();
    bodies.insert(bodies.end(), rivals.begin(), rivals.end());
    return bodies;
}

void WindowLoop::begin_large_picture(Extent size) {
    if (large_picture_) {
        app_.say("A picture of this size is still being drawn; try again when it is saved", true);
        return;
    }
    try_to([&] {
        large_picture_.emplace(
            LargePicture::Place{new_picture_file(), picture_text(app_), request_.resources}, size,
            seen_bodies(), picture_.boxes(), picture_.stars(), app_);
    });
}

// A part of it, or all that is left.
void WindowLoop::draw_large_picture(LargePicture::Wait wait) {
    const std::optional<Error> error = try_to([&] {
        do {
            large_picture_->advance(wait);
        } while (wait == LargePicture::Wait::yes && !large_picture_->done());
    });
    if (error || large_picture_->done()) {
        report_saved({large_picture_->file(), error});
        large_picture_.reset();
        app_.announce("large picture", "");
        std::erase_if(app_.toasts, [](const Toast& toast) { return toast.text.empty(); });
        return;
    }
    app_.announce("large picture",
                  tr_format("Drawing the picture: {:.0f} %", 100 * large_picture_->share()));
}

void WindowLoop::report_saved(const PictureFiles::Saved& saved) {
    if (saved.error) {
        app_.say(saved.error->what(), true);
        return;
    }
    report_.last_picture = saved.file.string();
    app_.say(tr_format("Saved {}", saved.file.string()));
}

void WindowLoop::say(const std::optional<Error>& error) {
    if (error) {
        app_.say(error->what(), true);
        end_if_unseen(*error);
    }
}

// What a window shows, and goes on, nobody would learn of off-screen.
void WindowLoop::end_if_unseen(const Error& error) {
    if (request_.off_screen) {
        failure_ = error;
        app_.requests.add(Quit{});
    }
}

std::optional<Error> WindowLoop::try_to(const std::function<void()>& action) {
    try {
        action();
        return std::nullopt;
    } catch (const Error& error) {
        app_.say(error.what(), true);
        return error;
    }
}

// While a video is recorded somebody sees every frame.
std::optional<Clock::time_point> WindowLoop::frame_due() const {
    return recorder_.under_way() ? frame_began_ : script_.frame_due();
}

bool WindowLoop::wants_to_quit() const {
    return app_.requests.has<Quit>() || (surface_->should_close() && !speaker_) || script_.ended();
}

void WindowLoop::finish() {
    const Clock::time_point start = Clock::now();
    const bool recording = recorder_.under_way();
    if (const std::optional<Error> error = recorder_.finish(); error && !failure_) {
        failure_ = error;
    }
    report_.last_video = recorder_.last_file();
    video_at_end_ = recording ? recorder_.last_file() : "";
    if (large_picture_) {
        draw_large_picture(LargePicture::Wait::yes);
    }
    turn_.reset();
    link_.reset();
    features_.close();
    while (const std::optional<PictureFiles::Saved> saved = pictures_.finish_one()) {
        report_saved(*saved);
    }
    simulation_.reset();
    report_.quit_milliseconds = milliseconds_since(start);
    say(report_file_.write(app_, report_, *surface_));
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
    try_to([&] { write_preferences(*folder_, remembered_); });
}

WindowResult run_window(const LaunchOptions& request) {
    return WindowLoop(request).run();
}

} // namespace orrery
