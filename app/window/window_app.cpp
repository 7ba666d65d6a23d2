#include "app/window/window_app.hpp"
#include "app/panels/fonts.hpp"
#include "render/gl_messages.hpp"
#include "render/picking.hpp"

#include "app/numbers.hpp"
#include "app/panels/panels.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/move_notice.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/frame_pacer.hpp"
#include "app/window/gpu_search.hpp"
#include "app/window/imgui_session.hpp"
#include "app/window/measurement.hpp"
#include "app/window/open_dialog.hpp"
#include "app/window/panel_area.hpp"
#include "app/window/picture.hpp"
#include "app/window/script.hpp"
#include "app/window/session_files.hpp"
#include "app/window/smooth_count.hpp"
#include "app/window/state_report.hpp"
#include "app/window/steering.hpp"
#include "app/window/tree_overlay.hpp"
#include "app/window/user_files.hpp"
#include "app/window/window_setup.hpp"
#include "render/capture.hpp"
#include "render/png_file.hpp"
#include "sim/base/error.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <utility>

namespace orrery {

namespace {

namespace fs = std::filesystem;

constexpr double seconds_between_reports = 0.2;
constexpr double seconds_active_after_input = 0.5;
constexpr double seconds_active_after_bodies =
    0.2;                                // steps and frames do not come in time with each other
constexpr double seconds_of_hints = 12; // the hint line fades in this time

double seconds_between(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

class WindowApp {
public:
    explicit WindowApp(const LaunchOptions& request);
    WindowResult run();

private:
    // A frame, in this order.
    void look_at_simulation();
    void take_input();
    void lay_out_and_draw_panels();
    void run_pending();
    void send_settings();
    void publish_bodies();
    void draw_picture();
    void show();
    void tell_of_drawing();

    void set_up();
    void on_load();
    void move_camera_as_wished();
    void open_file(const fs::path& file);
    std::optional<Error> save_picture(const fs::path& file);
    void end_if_unseen(const Error& error);
    bool wants_to_quit() const;
    FrameDemand demand() const;
    void write_report();
    void finish();
    // File actions may fail; the window tells and goes on. Why it did fail.
    template <class FileAction>
    std::optional<Error> try_to(const FileAction& action);

    const LaunchOptions request_;
    const std::optional<fs::path> folder_; // of what is remembered
    Preferences remembered_;
    const std::unique_ptr<Surface> surface_;
    ImGuiSession imgui_;
    Picture picture_;
    BodyPublisher publisher_;
    std::optional<SimulationThread> simulation_; // gone before the last report is written
    AppState app_;
    OpenDialog open_dialog_;
    SessionFiles sessions_;
    Measurement measurement_;
    GpuSearch gpu_search_;
    std::optional<TreeOverlay> tree_outline_{std::in_place}; // gone before the simulation
    std::optional<SmoothCountSearch> smooth_count_;
    Settings sent_;            // to the simulation
    bool first_unsent_ = true; // but none yet: they wait for a measurement or a session
    FramePacer pacer_;
    WindowReport report_;

    const Clock::time_point opened_ = Clock::now();
    Clock::time_point frame_began_ = opened_, drawing_began_ = opened_;
    Script script_{request_, opened_};
    std::uint64_t seen_error_ = 0;
    std::uint64_t seen_notice_ = 0;
    std::string seen_source_; // that the camera has been put in place for
    double last_input_ = 0;
    double last_bodies_ = 0;
    double last_report_ = 0;
    bool published_ = false;
    bool report_writable_ = true;
    std::optional<Error> failure_; // that ends the run
    FrameReport frame_;
};

std::optional<fs::path> folder_to_remember_in(const LaunchOptions& request) {
    return request.remember ? config_folder() : std::nullopt;
}

WindowApp::WindowApp(const LaunchOptions& request)
    : request_(request), folder_(folder_to_remember_in(request)),
      remembered_(folder_ ? read_preferences(*folder_) : Preferences{}),
      surface_(open_surface(request, remembered_)),
      imgui_(*surface_, folder_ ? std::optional(*folder_ / "layout.ini") : std::nullopt,
             request.off_screen ? LayoutFile::only_read : LayoutFile::read_and_written),
      picture_(request.resources / "shaders"),
      simulation_(std::in_place), app_{.simulation = *simulation_, .settings = request.settings} {
    set_up();
}

void WindowApp::set_up() {
    if (!request_.size && !remembered_.size && !surface_->fullscreen()) {
        fit_to_monitor(*surface_);
    }
    app_.view.ui_scale = request_.ui_scale.value_or(remembered_.ui_scale);
    app_.view.show_ui = request_.show_ui;
    app_.recent_files = remembered_.recent_files;
    add_default_actions(app_);
    measurement_.recall(app_, folder_.has_value());
    const std::filesystem::path fonts = request_.resources / "fonts";
    load_fonts(fonts);
    if (const std::optional<std::string> words = missing_fonts(fonts)) {
        app_.say(*words);
    }
    surface_->on_drop([this](const fs::path& file) { app_.pending.open = file; });

    const Settings& settings = app_.settings;
    sent_ = settings;
    if (is_session_file(settings.source)) {
        sessions_.open(settings.source, app_.view, request_.settings_of_session);
    } else if (!request_.bodies_given && is_scene(settings.source) &&
               has_free_count(settings.source)) {
        smooth_count_.emplace(settings);
    }
}

WindowResult WindowApp::run() {
    while (!wants_to_quit()) {
        look_at_simulation();
        take_input();
        lay_out_and_draw_panels();
        run_pending();
        send_settings();
        publish_bodies();
        draw_picture();
        show();
        frame_.frame_milliseconds =
            pacer_.wait_for_next_frame(*surface_, demand(), script_.frame_due());
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
    return result;
}

void WindowApp::look_at_simulation() {
    const Clock::time_point began = Clock::now();
    app_.camera.advance(seconds_between(frame_began_, began));
    frame_began_ = began;
    app_.now = seconds_between(opened_, began);
    frame_ = {.at = app_.now};
    app_.framebuffer = surface_->framebuffer_size();
    app_.fullscreen = surface_->fullscreen();
    std::erase_if(app_.toasts, [&](const Toast& toast) { return toast.until < app_.now; });

    const SimulationStatus before = std::exchange(app_.status, simulation_->status());
    if (app_.status.load_serial != before.load_serial) {
        on_load();
    }
    if (const std::optional<std::string> words = move_notice(before, app_.status)) {
        app_.say(*words);
    }
    if (app_.status.error_serial != seen_error_) {
        // It has gone back to what works; so do the panels.
        seen_error_ = app_.status.error_serial;
        app_.settings = app_.status.settings;
        sent_ = app_.settings;
        if (app_.status.error) {
            end_if_unseen(*app_.status.error);
        }
    }
    if (std::exchange(seen_notice_, app_.status.notice_serial) != app_.status.notice_serial) {
        app_.say(app_.status.notice, true);
    }
    const std::vector<StepReport> steps = simulation_->take_reports();
    app_.history.add_steps(steps, app_.status, opened_);
    script_.count_steps(steps, app_.status);
    report_.count_steps(steps, app_.status.load_serial);
    gpu_search_.poll(app_);
}

void WindowApp::on_load() {
    app_.catalogue = simulation_->catalogue();
    app_.units = simulation_->units();
    app_.history.clear_trust();
    app_.picked_body.reset();
    const std::string& source = app_.status.settings.source;
    surface_->set_title(app_.catalogue.title.empty() ? "Orrery"
                                                     : app_.catalogue.title + " - Orrery");
    if (app_.pending.pose) {
        app_.camera.jump_to(*std::exchange(app_.pending.pose, std::nullopt));
    } else if (source != seen_source_) {
        app_.pending.home = true; // other numbers of bodies are compared from one place
    }
    if (!is_scene(source) && app_.status.count < app_.status.settings.bodies) {
        app_.say("There are " + with_thousands(app_.status.count) + " bodies only, not " +
                 with_thousands(app_.status.settings.bodies));
    }
    if (source == seen_source_) {
        return;
    }
    seen_source_ = source;
    if (!is_scene(source)) {
        remember_file(app_.recent_files, source);
    }
}

void WindowApp::take_input() {
    imgui_.begin_frame(report_.ui_scale = desktop_scale(*surface_) * app_.view.ui_scale);
    if (ImGui::GetCurrentContext()->InputEventsTrail.Size > 0) {
        last_input_ = app_.now;
    }
    if (app_.actions.run_pressed(steering_letters(app_.camera)) && !app_.view.show_ui) {
        // Tab has hidden the panels: no field of theirs may take the next key.
        ImGui::SetWindowFocus(nullptr);
    }
    steer_camera(app_, publisher_.bodies());
}

void WindowApp::lay_out_and_draw_panels() {
    const Clock::time_point start = Clock::now();
    draw_panels(app_, report_.ui_scale);
    draw_overlays(app_);
    if (const auto chosen = open_dialog_.draw(app_.recent_files)) {
        app_.pending.open = *chosen;
    }
    imgui_.end_frame();
    frame_.ui_milliseconds = milliseconds_since(start);
}

void WindowApp::run_pending() {
    PendingCommands& pending = app_.pending;
    if (std::exchange(pending.toggle_fullscreen, false)) {
        surface_->set_fullscreen(!surface_->fullscreen());
    }
    if (std::exchange(pending.open_dialog, false)) {
        open_dialog_.open();
    }
    if (pending.open) {
        open_file(*std::exchange(pending.open, std::nullopt));
    }
    if (std::exchange(pending.save_session, false)) {
        sessions_.save(new_session_file(), app_);
    }
    if (const std::optional<fs::path> saved = sessions_.poll(app_)) {
        report_.last_session = saved->string();
    }
    if (std::exchange(pending.measure, false)) {
        measurement_.start_or_stop(app_);
    }
    measurement_.poll(app_);
}

void WindowApp::send_settings() {
    app_.settings.count_interactions = app_.view.scalar == BodyScalar::interactions;
    if (app_.settings != sent_) {
        smooth_count_.reset(); // the user has chosen already
    } else if (smooth_count_) {
        if (const std::optional<std::size_t> count = smooth_count_->take_result()) {
            smooth_count_.reset();
            app_.settings.bodies = *count;
        }
    }
    const bool at_last = first_unsent_ && !smooth_count_ && !sessions_.opening();
    if (app_.settings != sent_ || at_last) {
        simulation_->set(app_.settings);
        sent_ = app_.settings;
        first_unsent_ = false;
    }
}

void WindowApp::publish_bodies() {
    const Clock::time_point start = Clock::now();
    try {
        published_ = publisher_.publish(app_);
    } catch (const Error& error) {
        published_ = false;
        app_.settings.running = false;
        app_.say(error.what(), true);
        end_if_unseen(error);
    }
    // The processor's part and the GPU's, which is that of an earlier publication.
    frame_.publish_milliseconds = milliseconds_since(start) +
                                  (published_ ? publisher_.bodies().publish_gpu_milliseconds() : 0);
    if (published_) {
        report_.publish_gpu_milliseconds = publisher_.bodies().publish_gpu_milliseconds();
    }
    last_bodies_ = published_ ? app_.now : last_bodies_;
    if (publisher_.bodies().count() > 0) {
        move_camera_as_wished();
    }
    script_.advance(frame_began_, published_);
}

void WindowApp::move_camera_as_wished() {
    PendingCommands& pending = app_.pending;
    if (!pending.home && !pending.frame) {
        return;
    }
    const std::optional<Sphere> sphere = bounding_sphere(publisher_.bodies());
    if (std::exchange(pending.home, false)) {
        app_.camera.jump_to(
            home_pose(simulation_->viewpoint(), sphere, app_.camera, app_.framebuffer));
    }
    if (std::exchange(pending.frame, false) && sphere) {
        app_.camera.fly_to(framing_pose(*sphere, app_.camera, app_.framebuffer));
    }
}

void WindowApp::draw_picture() {
    drawing_began_ = Clock::now();
    if (app_.framebuffer.width <= 0 || app_.framebuffer.height <= 0) {
        return; // minimised
    }
    if (tree_outline_->poll(app_, publisher_.bodies())) {
        try_to([&] { picture_.set_boxes(tree_outline_->boxes()); });
    }
    picture_.draw(publisher_.bodies(), published_, report_.ui_scale, app_,
                  surface_->gl_framebuffer());
    imgui_.draw();
    frame_.draw_milliseconds = picture_.draw_milliseconds();
    report_.draw_gpu_milliseconds = frame_.draw_milliseconds;
}

void WindowApp::show() {
    const bool moving = published_ && app_.status.steps > 0;
    if (script_.takes_screenshot()) {
        failure_ = save_picture(*request_.screenshot);
        script_.screenshot_taken();
    }
    if (std::exchange(app_.pending.screenshot, false)) {
        save_picture(new_picture_file());
    }
    surface_->swap_buffers();
    tell_of_drawing();
    script_.count_frame(milliseconds_since(drawing_began_));
    const double since_launch = seconds_between(request_.launched, Clock::now());
    if (!report_.first_frame_seconds) {
        report_.first_frame_seconds = since_launch;
    }
    if (moving && !report_.first_moving_bodies_seconds) {
        report_.first_moving_bodies_seconds = since_launch;
    }
    if (app_.now - last_report_ >= seconds_between_reports) {
        write_report();
        last_report_ = app_.now;
    }
}

// The steps of a simulation on the GPU that draws keep out of the pictures' way.
void WindowApp::tell_of_drawing() {
    const std::optional<int> drawing = publisher_.bodies().cuda_device();
    if (!drawing || drawing != app_.status.state_device) {
        simulation_->expect_drawing(std::nullopt);
        return;
    }
    const auto drawn = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double, std::milli>(report_.draw_gpu_milliseconds));
    const Clock::time_point now = Clock::now();
    simulation_->expect_drawing(
        DrawingTimes{frame_began_, now + drawn, frame_began_ + pacer_.interval()});
}

// What a window shows, and goes on, nobody would learn of off-screen.
void WindowApp::end_if_unseen(const Error& error) {
    if (request_.off_screen) {
        failure_ = error;
        app_.pending.quit = true;
    }
}

template <class FileAction>
std::optional<Error> WindowApp::try_to(const FileAction& action) {
    try {
        action();
        return std::nullopt;
    } catch (const Error& error) {
        app_.say(error.what(), true);
        return error;
    }
}

void WindowApp::open_file(const fs::path& file) {
    if (is_session_file(file)) {
        sessions_.open(file, app_.view);
        return;
    }
    choose_source(app_.settings, file.string());
    app_.settings.running = true;
}

std::optional<Error> WindowApp::save_picture(const fs::path& file) {
    return try_to([&] {
        write_png(file, read_pixels(surface_->gl_framebuffer(), app_.framebuffer));
        report_.last_picture = file.string();
        app_.say("Saved " + file.string());
    });
}

bool WindowApp::wants_to_quit() const {
    return app_.pending.quit || surface_->should_close() || script_.ended();
}

FrameDemand WindowApp::demand() const {
    if (published_ || app_.camera.moving() || app_.now - last_input_ < seconds_active_after_input) {
        return FrameDemand::input;
    }
    const SimulationStatus& status = app_.status;
    const bool at_work = !status.loaded || status.loading || sessions_.busy() || status.verifying ||
                         measurement_.under_way() || status.stepping || status.settings.running ||
                         tree_outline_->behind();
    if (at_work || !app_.toasts.empty() || app_.now < seconds_of_hints) {
        return FrameDemand::background;
    }
    return FrameDemand::nothing;
}

void WindowApp::write_report() {
    if (!request_.state_json || !report_writable_) {
        return;
    }
    report_.window_size = surface_->size();
    report_.gl_errors = gl_error_count();
    report_.off_screen = request_.off_screen;
    const std::optional<Error> error =
        try_to([&] { write_whole_file(*request_.state_json, state_json(app_, report_)); });
    report_writable_ = !error;
    if (error) {
        end_if_unseen(*error);
    }
}

void WindowApp::finish() {
    const Clock::time_point start = Clock::now();
    smooth_count_.reset();
    tree_outline_.reset();
    sessions_.finish_saving();
    simulation_.reset();
    report_.quit_milliseconds = milliseconds_since(start);
    write_report();
    if (!folder_ || request_.off_screen) {
        return;
    }
    if (!surface_->fullscreen()) {
        remembered_.size = surface_->size();
    }
    remembered_.ui_scale = app_.view.ui_scale;
    remembered_.recent_files = app_.recent_files;
    try_to([&] { write_preferences(*folder_, remembered_); });
}

} // namespace

WindowResult run_window(const LaunchOptions& request) {
    return WindowApp(request).run();
}

} // namespace orrery
