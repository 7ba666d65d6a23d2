// The parts of a frame, in the order in which WindowLoop::run takes them.
#include "app/language/tr.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/followed.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/hand.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/window_loop.hpp"

#include "app/features/hand/hand.hpp"
#include "app/features/race/race_run.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/window/panel_area.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace orrery {

namespace {

constexpr double seconds_active_after_input = 0.5;
constexpr std::size_t accuracy_samples = 500; // few enough that nobody waits for them
constexpr double seconds_of_hints = 12;       // the hint line fades in this time

bool asks_for_words(const AppState& app) {
    return app.view.show_palette || app.requests.has<ChooseFile>() ||
           app.requests.has<SaveSession>();
}

} // namespace

// When it begins.
Clock::time_point WindowLoop::next_frame() {
    if (!film_rate_) {
        return Clock::now();
    }
    const std::chrono::duration<double> passed(static_cast<double>(film_frames_++) / *film_rate_);
    return opened_ + std::chrono::duration_cast<Clock::duration>(passed);
}

void WindowLoop::look_at_simulation() {
    const Clock::time_point began = next_frame();
    const double since_last_frame = seconds_between(frame_began_, began);
    app_.camera.advance(since_last_frame);
    frame_began_ = began;
    app_.now = seconds_between(opened_, began);
    frame_ = {.at = app_.now};
    app_.framebuffer = surface_->framebuffer_size();
    app_.fullscreen = surface_->fullscreen();
    watch_windows();
    app_.drop_old_toasts();
    app_.picture_kept = kept_picture_ != nullptr;

    const std::uint64_t load = app_.status.load_serial;
    end_if_unseen(link_->look(app_));
    if (app_.status.load_serial != load) {
        surface_->set_title(app_.catalogue.title.empty() ? "Orrery"
                                                         : tr(app_.catalogue.title) + " - Orrery");
    }
    app_.step_in_flight = simulation_->step_in_flight();
    app_.history.advance(app_.now, app_.status.settings.running);
    const std::vector<StepReport> steps = simulation_->take_reports();
    app_.history.add_steps(steps, app_.status, opened_, app_.get<SceneSpace>().box.is_periodic());
    if (app_.get<AccuracyTrace>().observe(app_.status, app_.history, app_.view.wants_error())) {
        app_.simulation.verify(accuracy_samples);
    }
    script_.count_steps(steps, app_.status);
    report_.count_steps(steps, app_.status.load_serial);
    report_.turns = simulation_->turns().counts();
    told_.seconds = since_last_frame;
    told_.steps = steps;
    told_.bodies = &publisher_.bodies();
    told_.in_film = film_rate_.has_value();
    told_.is_seen = surface_->shown();
    features_.all(&Feature::update, told_);
}

void WindowLoop::take_input() {
    language_.speak(app_.view.language);
    imgui_.begin_frame(report_.ui_scale = desktop_scale(*surface_) * app_.view.ui_scale,
                       app_.view.theme);
    const bool asked = asks_for_words(app_);
    take_keys();
    if (speaker_ && !asked && asks_for_words(app_)) {
        speaker_->surface->take_keyboard(); // that is where they are typed
    }
    if (!speaker_has_mouse_) {
        take_mouse(whole_window());
    }
}

void WindowLoop::take_keys() {
    if (ImGui::GetCurrentContext()->InputEventsTrail.Size > 0) {
        last_input_ = app_.now;
    }
    const std::string taken = std::string(steering_letters(app_.camera)) + step_number_.take(app_);
    // From the frame on in which Ctrl+K was pressed, letters are typed, before ImGui has a field
    // for them.
    if (app_.actions.run_pressed(taken, app_.view.show_palette) &&
        app_.view.layer != Layer::panels) {
        // Tab has hidden the panels: no field of theirs may take the next key.
        ImGui::SetWindowFocus(nullptr);
    }
}

void WindowLoop::take_mouse(const PictureArea& area) {
    take_strokes(app_, area);
    take_hand(app_, publisher_.bodies(), area);
    steer_camera(app_, publisher_.all(), area);
}

void WindowLoop::publish_bodies() {
    const Clock::time_point start = Clock::now();
    published_ = rivals_published_ = false;
    const std::optional<Error> error = attempt(app_, [&] {
        if (!pictures_.hold_bodies()) {
            published_ = publisher_.publish(app_);
            rivals_published_ = publisher_.publish_rivals(app_, features_.get<RaceRun>().rivals());
        }
    });
    if (error) {
        published_ = false;
        app_.settings.running = false;
        end_if_unseen(error);
    }
    // The processor's part and the GPU's, which is that of an earlier publication.
    frame_.publish_milliseconds = milliseconds_since(start) +
                                  (published_ ? publisher_.bodies().publish_gpu_milliseconds() : 0);
    if (published_) {
        report_.publish_gpu_milliseconds = publisher_.bodies().publish_gpu_milliseconds();
    }
    if (publisher_.bodies().count() > 0) {
        features_.all(&Feature::see_bodies, told_);
    }
    script_.advance(frame_began_, published_);
}

void WindowLoop::lay_out_panels() {
    const Clock::time_point start = Clock::now();
    draw_panels(app_, report_.ui_scale);
    if (app_.view.layer == Layer::panels) {
        features_.all(&Feature::panels, told_);
    }
    frame_.ui_milliseconds = milliseconds_since(start);
}

// After the bodies have been published, so that names and rings are where they are.
void WindowLoop::lay_out_stage() {
    const Clock::time_point start = Clock::now();
    draw_stage(app_);
    if (app_.view.layer != Layer::nothing && !(app_.view.frozen && app_.picture_kept)) {
        features_.all(&Feature::over_picture, told_);
    }
    if (!speaker_has_mouse_) {
        annotation_field(app_, whole_window());
    }
    if (!speaker_) {
        draw_for_speaker();
        curtain(app_);
    }
    imgui_.end_frame();
    if (speaker_) {
        speaker_frame();
    }
    frame_.ui_milliseconds += milliseconds_since(start);
}

// Messages and dialogs.
void WindowLoop::draw_for_speaker() {
    draw_messages(app_);
    features_.all(&Feature::messages, told_);
    take_views_of_source(app_);
    if (!ImGui::IsAnyItemActive()) {
        app_.undo.observe(app_.settings, app_.view);
    }
}

void WindowLoop::run_requests() {
    if (app_.requests.take<ToggleFullscreen>()) {
        const bool wanted = !surface_->fullscreen();
        if (wanted && speaker_) { // it is the audience's monitor that is filled
            arrange_windows();
        }
        surface_->set_fullscreen(wanted);
    }
    features_.all(&Feature::act, told_);
}

// OpenGL's work from here on keeps out of the steps' way. Mapping the buffer of bodies is part of
// it: a step that met it lasted 0.65 ms longer on an H200, whatever the picture's size.
void WindowLoop::begin_turn() {
    const std::optional<int> drawing = publisher_.bodies().cuda_device();
    turn_->begin(drawing && drawing == app_.status.state_device);
}

// Not where every picture is to be as good as it can be: of videos, of screenshots, unseen.
void WindowLoop::govern_quality() {
    const bool steady = app_.view.keep_frame_rate && surface_->shown() && !takes_pictures(request_);
    if (!steady) {
        governor_.reset();
    } else if (picture_.is_anew() && report_.draw_gpu_milliseconds > 0) {
        if (request_.frame_budget) {
            governor_.aim_at(request_.frame_budget());
        }
        governor_.observe(report_.draw_gpu_milliseconds);
    }
    if (quality_notice_.is_due(governor_.level(), app_.now)) {
        app_.announce("quality", QualityGovernor::words_for(governor_.level(), app_.status.count));
    }
    const Requests& requests = app_.requests;
    const bool kept = recorder_.under_way() || requests.has<TakeScreenshot>() ||
                      requests.has<TakePicture>() || requests.has<ToggleRecording>() ||
                      requests.has<Record>();
    app_.picture_quality = kept ? PictureQuality{} : QualityGovernor::quality_at(governor_.level());
}

// A frozen picture is kept with all that is written over it, so that it cannot tell what goes on
// behind it.
void WindowLoop::draw_or_keep_picture() {
    const unsigned int target = frame_target();
    if (app_.view.frozen && kept_picture_) {
        kept_picture_->fit_into(target, app_.framebuffer);
        return;
    }
    kept_picture_.reset();
    picture_.draw(publisher_.all(), report_.ui_scale, app_, target);
    if (app_.view.frozen) {
        imgui_.draw_picture_words();
        kept_picture_ = std::make_unique<Framebuffer>(app_.framebuffer, app_.channel_bits);
        kept_picture_->copy_from(target);
        kept_text_ = picture_text(app_);
        picture_.copy_to(target);
    }
}

void WindowLoop::draw_picture() {
    drawing_began_ = Clock::now();
    if (app_.framebuffer.width <= 0 || app_.framebuffer.height <= 0) {
        return; // minimised
    }
    features_.all(&Feature::prepare_picture, told_);
    if (const auto marks = std::exchange(told_.marks, std::nullopt)) {
        attempt(app_, [&] { publisher_.mark(*marks); });
    }
    govern_quality();
    draw_or_keep_picture();
    imgui_.draw();
    attempt(app_, [&] { recorder_.advance(publisher_.all(), picture_, app_); });
    frame_.draw_milliseconds = picture_.draw_milliseconds();
    report_.draw_gpu_milliseconds = frame_.draw_milliseconds;
}

void WindowLoop::show() {
    const bool moving = published_ && app_.status.steps > 0;
    if (speaker_) {
        show_to_speaker();
    }
    if (script_.takes_screenshot(!features_.lack(app_))) {
        if (request_.screenshot) {
            failure_ = save_picture(*request_.screenshot);
        }
        const std::optional<Error> error = // the run ends with it
            pictures_.advance(app_, SavedPictures::Wait::yes);
        failure_ = failure_ ? failure_ : error;
        script_.screenshot_taken();
    }
    if (app_.requests.take<TakeScreenshot>()) {
        save_picture(new_picture_file());
    }
    if (app_.requests.has<TakePicture>() && publisher_.bodies().count() > 0 &&
        !features_.lack(app_)) {
        pictures_.draw(*app_.requests.take<TakePicture>(), publisher_.all(), picture_, app_);
    }
    pictures_.advance(app_);
    surface_->finish_frame();
    turn_->end();
    surface_->swap_buffers();
    script_.count_frame(milliseconds_since(drawing_began_));
    const double since_launch = seconds_between(request_.launched, Clock::now());
    report_.first_frame_seconds = report_.first_frame_seconds.value_or(since_launch);
    if (moving && !report_.first_moving_bodies_seconds) {
        report_.first_moving_bodies_seconds = since_launch;
    }
    constexpr double seconds_between_states = 0.2;
    if (app_.now - state_written_ >= seconds_between_states) {
        write_state();
    }
}

FrameDemand WindowLoop::demand() const {
    if (published_ || rivals_published_ || app_.camera.moving() || app_.view.rotation != 0 ||
        app_.view.drift != 0 || app_.view.waiting || pictures_.hold_bodies() ||
        picture_.is_gathering() || app_.now - last_input_ < seconds_active_after_input) {
        return FrameDemand::input;
    }
    const SimulationStatus& status = app_.status;
    const bool at_work = !status.loaded || status.loading || pictures_.busy() || status.verifying ||
                         recorder_.under_way() || status.stepping || status.settings.running ||
                         (speaker_ && !speaker_->due); // it shows what was before
    if (at_work || !app_.toasts.empty() || app_.offer_tours || app_.now < seconds_of_hints) {
        return std::min(FrameDemand::background, features_.demand(app_));
    }
    return features_.demand(app_);
}

// Frames are paced to the display, also where swapping buffers does not wait for it (software
// rendering, virtual displays), so that the simulation gets the processor; and sleep while nothing
// changes. Unseen frames leave most of the time to the simulation. Returns the milliseconds of the
// last one: from its start to now, less the time slept because there was nothing to show.
double WindowLoop::wait_for_next_frame() {
    constexpr double background_seconds = 1.0 / 30, nothing_seconds = 0.25;
    constexpr int unseen_share = 5; // an unseen frame may take one part in that many
    constexpr int shared_share = 2; // likewise one whose processor has steps to take
    constexpr std::chrono::milliseconds longest_rest(500);
    // A little less than the display's period: where swapping waits for the display, it never
    // bites.
    const std::chrono::duration<double> shortest(0.97 / surface_->monitor().refresh_rate);

    const FrameDemand wanted = demand();
    const Clock::time_point drawn = Clock::now();
    surface_->rest_until(frame_start_ + std::chrono::duration_cast<Clock::duration>(shortest));
    const double milliseconds = milliseconds_since(frame_start_);
    const bool computes = app_.status.stepping && !app_.status.state_device;
    if (!surface_->shown() || (computes && drawn_by() == DrawnBy::processor)) {
        const int share = surface_->shown() ? shared_share : unseen_share;
        // A video sees every frame.
        const auto due = recorder_.under_way() ? frame_began_ : script_.frame_due();
        const Clock::time_point rested =
            std::min(frame_start_ + share * (drawn - frame_start_), drawn + longest_rest);
        surface_->rest_until(due ? std::min(rested, *due) : rested);
    }
    surface_->wait_events(wanted == FrameDemand::input        ? 0
                          : wanted == FrameDemand::background ? background_seconds
                                                              : nothing_seconds);
    frame_start_ = Clock::now();
    return milliseconds;
}

} // namespace orrery
