// A window from its opening to its end. The parts of a frame are in window_frame.cpp.
#include "app/window/window_app.hpp"

#include "app/chart/chart_file.hpp"
#include "app/features/features.hpp"
#include "app/language/tr.hpp"
#include "app/panels/fonts.hpp"
#include "app/stage/chart_layer.hpp"
#include "app/state/recording_status.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/speaker.hpp"
#include "app/state/spoken_command.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"
#include "app/tour/tour_director.hpp"
#include "app/window/autosave.hpp"
#include "app/window/catch_up.hpp"
#include "app/window/measurement.hpp"
#include "app/window/sized_picture.hpp"
#include "app/window/state_sharing.hpp"
#include "app/window/tree_overlay.hpp"
#include "app/window/window_loop.hpp"

#include "app/state/scene_look.hpp"
#include "app/window/window_setup.hpp"
#include "render/capture.hpp"
#include "render/light_range.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <utility>

namespace orrery {

namespace {

namespace fs = std::filesystem;

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
                 .autosaves = request.off_screen ? std::nullopt : folder_}),
      report_file_(request.state_json, [this](const Error& error) {
          app_.say(error.what(), true);
          end_if_unseen(error);
      }) {
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
        fit_to_monitor(*surface_, remembered_.size);
    }
    app_.channel_bits = channel_bits(surface_->gl_framebuffer());
    app_.view.ui_scale = request_.ui_scale.value_or(remembered_.ui_scale);
    app_.view.layer = request_.show_ui ? Layer::panels : Layer::nothing;
    show_scene(app_, request_.settings.source);
    app_.recent_files = remembered_.recent_files;
    app_.desktop_dialogs = remembered_.desktop_dialogs;
    declare_actions(app_);
    features_.get<Measurement>().recall(app_, folder_.has_value());
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
        const Settings chosen = app_.settings;
        come_back_to(*request_.shown, app_, features_.get<CatchUp>());
        app_.settings = chosen; // what was typed is in it
        app_.settings.running = false;
        app_.view.layer = request_.show_ui ? app_.view.layer : Layer::nothing;
    }
    if (session) {
        sessions_.open(settings.source, app_.view, request_.settings_of_session);
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
        link_->send_settings(app_, sessions_.opening());
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

// By the desktop's dialog, or else by our own.
void WindowLoop::ask_for_file(DesktopDialog::For what) {
    if (app_.desktop_dialogs && surface_->shown()) {
        const fs::path proposed =
            what == DesktopDialog::For::save ? new_session_file() : fs::path(".");
        if (desktop_dialog_.asking() || desktop_dialog_.ask(what, proposed)) {
            return;
        }
    }
    open_own_dialog(what);
}

void WindowLoop::open_own_dialog(DesktopDialog::For what) {
    if (what == DesktopDialog::For::save) {
        save_dialog_.open(new_session_file());
    } else {
        open_dialog_.open();
    }
}

void WindowLoop::take_answer() {
    const std::optional<DesktopDialog::Answer> answer = desktop_dialog_.poll();
    if (!answer) {
        return;
    }
    if (answer->failed) {
        app_.say(tr_format("{} did not open; using this dialog instead", DesktopDialog::program()));
        open_own_dialog(answer->what);
    } else if (answer->file && answer->what == DesktopDialog::For::save) {
        sessions_.save(*answer->file, app_);
    } else if (answer->file) {
        app_.requests.add(OpenFile{*answer->file});
    }
}

void WindowLoop::open_file(const fs::path& file) {
    if (is_picture_file(file)) {
        try_to([&] { come_back_to(shown_state_of_picture(file), app_, features_.get<CatchUp>()); });
        return;
    }
    if (is_session_file(file)) {
        sessions_.open(file, app_.view);
        return;
    }
    choose_source(app_.settings, file.string());
    app_.settings.running = true;
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
        picture.draw(publisher_.bodies(), features_.get<TreeOverlay>().boxes(), picture_, app_);
        pictures_.save(new_picture_file(), read_pixels(picture.gl_framebuffer(), size),
                       {shown_state_keyword, shown_state_to_toml(shown_state_of(app_))});
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
            LargePicture::Place{new_picture_file(),
                                {shown_state_keyword, shown_state_to_toml(shown_state_of(app_))},
                                request_.resources},
            size, seen_bodies(), features_.get<TreeOverlay>().boxes(), picture_.stars(), app_);
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
    sessions_.finish_saving();
    features_.close();
    while (const std::optional<PictureFiles::Saved> saved = pictures_.finish_one()) {
        report_saved(*saved);
    }
    simulation_.reset();
    report_.quit_milliseconds = milliseconds_since(start);
    report_file_.write(app_, report_, *surface_);
    if (!folder_ || request_.off_screen) {
        return;
    }
    if (speaker_) {
        remember_speaker();
    }
    if (!surface_->fullscreen()) {
        remembered_.size = size_at_scale_one(*surface_);
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
