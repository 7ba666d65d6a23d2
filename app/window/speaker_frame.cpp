// What of a frame is the speaker's window's, and how the two windows come and go.
#include "app/state/speaker.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/window_loop.hpp"

#include "app/stage/annotation_layer.hpp"
#include "app/time/time_layer.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <chrono>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

constexpr double seconds_between_looks = 0.5; // at the monitors
constexpr Extent offscreen_size{1280, 720};

// A window that shows nothing of the panels shows the stage at most.
Layer without_panels(Layer layer) {
    return layer == Layer::panels ? Layer::stage : layer;
}

int whole(float length) {
    return static_cast<int>(std::lround(length));
}

Rectangle scaled_by(const Rectangle& place, float factor) {
    const auto scaled = [factor](int length) { return whole(factor * static_cast<float>(length)); };
    return {scaled(place.left), scaled(place.top), scaled(place.width), scaled(place.height)};
}

} // namespace

void WindowLoop::watch_windows() {
    if (app_.requests.take<ToggleSpeaker>()) {
        speaker_ ? close_speaker() : open_speaker();
    }
    if (!speaker_) {
        return;
    }
    if (surface_->should_close() || speaker_->surface().should_close()) {
        surface_->stay_open();
        close_speaker();
        return;
    }
    app_.view.layer = without_panels(app_.view.layer);
    find_mouse();
    if (app_.now - looked_at_screens_ < seconds_between_looks) {
        return;
    }
    looked_at_screens_ = app_.now;
    if (surface_->screens() != screens_) {
        arrange_windows();
    } else if (!surface_->fullscreen()) {
        audience_place_ = surface_->place();
    }
}

// It stays with the window where a button was pressed.
void WindowLoop::find_mouse() {
    const CurrentSession current(speaker_has_mouse_ ? speaker_->imgui() : imgui_);
    if (ImGui::IsAnyMouseDown()) {
        return;
    }
    if (speaker_->surface().hovered()) {
        speaker_has_mouse_ = true;
    } else if (surface_->hovered()) {
        speaker_has_mouse_ = false;
    }
}

void WindowLoop::open_speaker() {
    audience_place_ = surface_->windowed_place();
    was_fullscreen_ = surface_->fullscreen();
    const Extent unseen = request_.speaker_size.value_or(offscreen_size);
    Rectangle place =
        surface_->shown() ? seen_speaker_place() : Rectangle{0, 0, unseen.width, unseen.height};
    if (request_.speaker_size) {
        place.width = unseen.width;
        place.height = unseen.height;
    }
    SpeakerWindow::Layout layout;
    if (folder_) {
        layout = {*folder_ / "speaker.ini",
                  request_.off_screen ? LayoutFile::only_read : LayoutFile::read_and_written,
                  remembered_.speaker_scale};
    }
    if (try_to([&] { speaker_.emplace(*surface_, imgui_, place, layout); })) {
        return;
    }
    speaker_drawn_ = {};
    speaker_->surface().on_drop(
        [this](const std::filesystem::path& file) { app_.requests.add(OpenFile{file}); });
    app_.get<SpeakerStatus>().open = true;
    if (!app_.get<SpeakerStatus>()
             .timer_began) { // the window may go and come while the talk goes on
        app_.get<SpeakerStatus>().timer_began = app_.now;
    }
    layer_before_ = app_.view.layer;
    app_.view.layer = without_panels(app_.view.layer);
    speaker_has_mouse_ = true;
    arrange_windows();
}

// As it was left, or beside the audience's.
Rectangle WindowLoop::seen_speaker_place() const {
    const std::vector<Rectangle> screens = surface_->screens();
    if (!remembered_.speaker) {
        return speaker_place(screens, audience_place_);
    }
    return brought_onto(screens, scaled_by(*remembered_.speaker, desktop_scale(*surface_)));
}

void WindowLoop::remember_speaker() {
    const Surface& window = speaker_->surface();
    const float scale = desktop_scale(window);
    if (window.shown() && scale > 0) {
        remembered_.speaker = scaled_by(window.place(), 1 / scale);
        remembered_.speaker_scale = speaker_->fit().scale;
    }
}

void WindowLoop::close_speaker() {
    remember_speaker();
    speaker_.reset();
    report_.speaker.reset();
    app_.get<SpeakerStatus>().open = false;
    speaker_has_mouse_ = false;
    app_.view.layer = layer_before_ == Layer::panels ? Layer::panels : app_.view.layer;
    if (was_fullscreen_) {
        surface_->fill(audience_place_);
    } else if (surface_->fullscreen()) {
        surface_->put(audience_place_);
    }
}

void WindowLoop::arrange_windows() {
    screens_ = surface_->screens();
    Surface& speaker = speaker_->surface();
    const TwoPlaces places = places_for_two(screens_, speaker.place(), audience_place_);
    if (places.speaker != speaker.place()) {
        speaker.put(places.speaker);
    }
    if (places.filled) {
        surface_->fill(*places.filled);
    } else if (places.audience != surface_->place()) {
        surface_->put(places.audience);
    }
}

// Beside the speaker's window it is the audience's monitor that is filled.
void WindowLoop::toggle_fullscreen() {
    const bool wanted = !surface_->fullscreen();
    if (wanted && speaker_) {
        arrange_windows();
    }
    if (surface_->fullscreen() != wanted) {
        surface_->set_fullscreen(wanted);
    }
}

// Panels are read, not watched: so often is enough, unless a hand is on them.
bool WindowLoop::speaker_is_due() const {
    constexpr std::chrono::milliseconds between(33);
    const CurrentSession current(speaker_->imgui());
    return !speaker_->surface().shown() || frame_began_ - speaker_drawn_ >= between ||
           ImGui::GetCurrentContext()->InputEventsQueue.Size > 0 || ImGui::IsAnyMouseDown() ||
           takes_pictures(request_);
}

void WindowLoop::speaker_frame() {
    speaker_due_ = speaker_is_due();
    if (!speaker_due_) {
        return;
    }
    speaker_drawn_ = frame_began_;
    const Clock::time_point start = Clock::now();
    const CurrentSession current(speaker_->imgui());
    const float scale = desktop_scale(speaker_->surface()) * app_.view.ui_scale;
    speaker_->imgui().begin_frame(scale, app_.view.theme);
    take_keys();
    const PictureArea area = speaker_->lay_out(app_, scale, [this] {
        features_.all(&Feature::panels, told_);
        draw_for_speaker();
    });
    preview_time_layer(app_, area);
    if (speaker_has_mouse_) {
        take_mouse(area);
        annotation_field(app_, area);
    }
    speaker_->imgui().end_frame();
    report_.speaker = {
        speaker_->surface().place(),
        {whole(area.from.x), whole(area.from.y), whole(area.size.x), whole(area.size.y)},
        milliseconds_since(start)};
}

void WindowLoop::show_to_speaker() {
    if (app_.framebuffer.width > 0 && app_.framebuffer.height > 0) {
        speaker_->show_to_audience(app_.view.curtain);
    }
    if (!speaker_due_) {
        return;
    }
    const Clock::time_point start = Clock::now();
    const bool wanted =
        request_.speaker_screenshot && script_.takes_screenshot(!features_.lack(app_));
    std::optional<Image> picture = speaker_->show(wanted);
    if (picture) {
        pictures_.save(*request_.speaker_screenshot, *std::move(picture), {});
    }
    report_.speaker->milliseconds += milliseconds_since(start);
}

unsigned int WindowLoop::frame_target() {
    return speaker_ ? speaker_->audience_frame(app_.framebuffer, app_.channel_bits)
                    : surface_->gl_framebuffer();
}

} // namespace orrery
