// The speaker's window, what of a frame is its, and how the two windows come and go.
#include "app/window/window_loop.hpp"

#include "app/features/time/time_layer.hpp"
#include "app/language/tr.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/app_state.hpp"
#include "app/state/temporarily.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/panel_area.hpp"
#include "render/gl_object.hpp"

#include <GL/glew.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

constexpr double seconds_between_screens = 0.5; // at the monitors
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

// As large as fits, in whole pixels.
PictureArea area_within(const ClearArea& open, const Extent& size) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = static_cast<float>(open.share.x) * window.x;
    const float height = static_cast<float>(open.share.y) * window.y;
    const float x = static_cast<float>(1 + open.centre.x) / 2 * window.x;
    const float y = static_cast<float>(1 - open.centre.y) / 2 * window.y;
    const float margin = scaled(4);
    const float factor =
        std::min(std::max(width - 2 * margin, 1.0F) / static_cast<float>(size.width),
                 std::max(height - 2 * margin, 1.0F) / static_cast<float>(size.height));
    const ImVec2 extent{std::floor(factor * static_cast<float>(size.width)),
                        std::floor(factor * static_cast<float>(size.height))};
    return {{std::round(x - extent.x / 2), std::round(y - extent.y / 2)}, extent};
}

void draw_centred(ImDrawList& draw, const PictureArea& area, const char* text) {
    const StageText words{strong_font(), 0.09F * area.size.y, text};
    const ImVec2 extent = words.extent();
    const ImVec2 at{area.from.x + (area.size.x - extent.x) / 2,
                    area.from.y + (area.size.y - extent.y) / 2};
    const float pad = 0.4F * extent.y;
    draw.AddRectFilled({at.x - pad, at.y - pad / 2},
                       {at.x + extent.x + pad, at.y + extent.y + pad / 2}, IM_COL32(0, 0, 0, 210),
                       pad);
    words.write(at, accent_colour());
}

// The picture, also behind a curtain: what comes next can be prepared there.
void draw_preview(const AppState& app, unsigned int texture, const PictureArea& area) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec2 to{area.from.x + area.size.x, area.from.y + area.size.y};
    const ImVec2 below{0, 1}, above{1, 0}; // OpenGL's rows begin at the foot
    draw.AddImage(ImTextureRef(ImTextureID{texture}), area.from, to, below, above);
    const Curtain curtain = app.view.curtain;
    const bool marked = curtain != Curtain::open || app.view.frozen;
    const float line = scaled(marked ? 3.0F : 1.0F);
    draw.AddRect({area.from.x - line, area.from.y - line}, {to.x + line, to.y + line},
                 faded(marked ? accent_colour() : ImGui::GetStyle().Colors[ImGuiCol_Border]), 0,
                 line);
    if (curtain != Curtain::open) {
        draw.AddRectFilled(area.from, to, IM_COL32(0, 0, 0, 110));
        draw_centred(draw, area,
                     curtain == Curtain::black ? tr("The audience sees black")
                                               : tr("The audience sees white"));
    } else if (app.view.frozen) {
        draw_centred(draw, area, tr("Frozen"));
    }
}

} // namespace

void WindowLoop::watch_windows() {
    if (app_.requests.take<ToggleSpeaker>()) {
        speaker_ ? close_speaker() : open_speaker();
    }
    if (!speaker_) {
        return;
    }
    if (surface_->should_close() || speaker_->surface->should_close()) {
        surface_->stay_open();
        close_speaker();
        return;
    }
    app_.view.layer = without_panels(app_.view.layer);
    find_mouse();
    if (app_.now - looked_at_screens_ < seconds_between_screens) {
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
    const CurrentSession current(speaker_has_mouse_ ? speaker_->imgui : imgui_);
    if (ImGui::IsAnyMouseDown()) {
        return;
    }
    if (speaker_->surface->hovered()) {
        speaker_has_mouse_ = true;
    } else if (surface_->hovered()) {
        speaker_has_mouse_ = false;
    }
}

void WindowLoop::open_speaker() {
    audience_place_ = surface_->windowed_place();
    was_fullscreen_ = surface_->fullscreen();
    const Extent unseen = request_.speaker_size.value_or(offscreen_size);
    Rectangle place{0, 0, unseen.width, unseen.height};
    if (surface_->shown()) { // as it was left, or beside the audience's
        const std::vector<Rectangle> screens = surface_->screens();
        place =
            remembered_.speaker
                ? brought_onto(screens, scaled_by(*remembered_.speaker, desktop_scale(*surface_)))
                : speaker_place(screens, audience_place_);
    }
    if (request_.speaker_size) {
        place.width = unseen.width;
        place.height = unseen.height;
    }
    if (attempt(app_, [&] {
            speaker_.emplace(surface_->open_another(place, tr("Orrery - speaker")),
                             layout_file("speaker.ini"), imgui_);
        })) {
        return;
    }
    speaker_->fit.kept_scale = remembered_.speaker_scale;
    speaker_->surface->on_drop(
        [this](const std::filesystem::path& file) { app_.requests.add(OpenFile{file}); });
    app_.get<SpeakerStatus>().open = true;
    std::optional<double>& began = app_.get<SpeakerStatus>().timer_began;
    began = began.value_or(app_.now); // the window may go and come while the talk goes on
    layer_before_ = app_.view.layer;
    app_.view.layer = without_panels(app_.view.layer);
    speaker_has_mouse_ = true;
    arrange_windows();
}

void WindowLoop::remember_speaker() {
    const Surface& window = *speaker_->surface;
    const float scale = desktop_scale(window);
    if (window.shown() && scale > 0) {
        remembered_.speaker = scaled_by(window.place(), 1 / scale);
        remembered_.speaker_scale = speaker_->fit.scale;
    }
}

void WindowLoop::close_speaker() {
    remember_speaker();
    speaker_.reset();
    app_.get<StepPictures>() = {};
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
    Surface& speaker = *speaker_->surface;
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

// Status line, the audience's newest frame, panels, and messages over them.
void WindowLoop::speaker_frame() {
    // Panels are read, not watched: so often is enough, unless a hand is on them.
    constexpr std::chrono::milliseconds between(33);
    const CurrentSession current(speaker_->imgui);
    speaker_->due = !speaker_->surface->shown() || frame_began_ - speaker_->drawn >= between ||
                    ImGui::GetCurrentContext()->InputEventsQueue.Size > 0 ||
                    ImGui::IsAnyMouseDown() || takes_pictures(request_);
    if (!speaker_->due) {
        return;
    }
    speaker_->drawn = frame_began_;
    const Clock::time_point start = Clock::now();
    const float scale = desktop_scale(*speaker_->surface) * app_.view.ui_scale;
    speaker_->imgui.begin_frame(scale, app_.view.theme);
    take_keys();
    status_line(app_);
    const ImGuiID dockspace = ImHashStr("speaker");
    const ImVec2 work = ImGui::GetMainViewport()->WorkSize;
    const Extent room{static_cast<int>(work.x), static_cast<int>(work.y)};
    const Extent size = speaker_->frame ? speaker_->frame->size() : Extent{1, 1};
    if (app_.requests.take<ResetLayout>()) {
        speaker_->fit = {};
    }
    fit_speaker_panels(dockspace, {room, scale}, static_cast<double>(size.width) / size.height,
                       speaker_->fit);
    const ClearArea open = lay_out_docks(dockspace);
    const PictureArea area = area_within(open, size);
    if (speaker_->frame) {
        draw_preview(app_, speaker_->frame->gl_texture(), area);
    }
    {
        // To panels and messages the preview is the picture, with panels around it; what they say
        // of the layer stays said. A plot beside the audience's picture takes some of that.
        const Temporarily preview(app_.camera.open, open);
        const Layer layer = std::exchange(app_.view.layer, Layer::panels);
        speaker_panel(app_);
        draw_control_panels(app_);
        features_.all(&Feature::panels, told_);
        draw_for_speaker();
        app_.view.layer = app_.view.layer == Layer::panels ? layer : app_.view.layer;
    }
    preview_time_layer(app_, area);
    if (speaker_has_mouse_) {
        take_mouse(area);
        annotation_field(app_, area);
    }
    speaker_->imgui.end_frame();
    report_.speaker = {
        speaker_->surface->place(),
        {whole(area.from.x), whole(area.from.y), whole(area.size.x), whole(area.size.y)},
        milliseconds_since(start)};
}

// Keeps a small picture of the tour's step, as it has become after a while.
void WindowLoop::keep_step_picture() {
    constexpr Extent small{480, 270};
    constexpr double settled = 2, between = 1; // seconds
    const TourStatus& tour = app_.get<TourStatus>();
    StepPictures& pictures = app_.get<StepPictures>();
    if (!tour.given || app_.view.frozen || tour.seconds_in_step < settled ||
        app_.now - speaker_->step_kept < between) {
        return;
    }
    if (pictures.tour != tour.tour) {
        pictures = {.tour = tour.tour};
        speaker_->steps.clear();
    }
    std::unique_ptr<Framebuffer>& kept = speaker_->steps[tour.position];
    if (!kept) {
        kept = std::make_unique<Framebuffer>(small, app_.channel_bits);
    }
    speaker_->frame->stretch_to(*kept);
    pictures.textures[tour.position] = kept->gl_texture();
    speaker_->step_kept = app_.now;
}

// The frame, or its curtain, to the audience; then what is laid out to the speaker.
void WindowLoop::show_to_speaker() {
    glDisable(GL_SCISSOR_TEST);
    if (app_.framebuffer.width > 0 && app_.framebuffer.height > 0) {
        keep_step_picture();
        if (app_.view.curtain == Curtain::open) {
            speaker_->frame->copy_to(surface_->gl_framebuffer());
        } else {
            const float shade = app_.view.curtain == Curtain::white ? 1.0F : 0.0F;
            const float colour[] = {shade, shade, shade, 1};
            glClearNamedFramebufferfv(surface_->gl_framebuffer(), GL_COLOR, 0, colour);
        }
    }
    Surface& surface = *speaker_->surface;
    const Extent size = surface.framebuffer_size();
    if (!speaker_->due || size.width <= 0 || size.height <= 0) { // or minimised
        return;
    }
    const Clock::time_point start = Clock::now();
    const bool wanted =
        request_.speaker_screenshot && script_.takes_screenshot(!features_.lack(app_));
    const GlFence drawn = GlFence::insert();
    glFlush(); // or it would never be passed
    surface.make_current();
    drawn.hold_back();
    constexpr float ground[] = {0.012F, 0.013F, 0.016F, 1};
    glBindFramebuffer(GL_FRAMEBUFFER, surface.gl_framebuffer());
    glDisable(GL_SCISSOR_TEST);
    glClearNamedFramebufferfv(surface.gl_framebuffer(), GL_COLOR, 0, ground);
    {
        const CurrentSession current(speaker_->imgui);
        speaker_->imgui.draw();
    }
    speaker_->replaced.reset();
    std::optional<Image> picture;
    if (wanted) {
        picture = read_pixels(surface.gl_framebuffer(), size);
    }
    const GlFence read = GlFence::insert();
    surface.swap_buffers();
    surface_->make_current();
    read.hold_back(); // the next frame is drawn over what is shown here
    if (picture) {
        pictures_.save(*request_.speaker_screenshot, *std::move(picture), {});
    }
    report_.speaker->milliseconds += milliseconds_since(start);
}

// The framebuffer object, in the audience's context, that its frames are drawn into.
unsigned int WindowLoop::frame_target() {
    if (!speaker_) {
        return surface_->gl_framebuffer();
    }
    std::unique_ptr<Framebuffer>& frame = speaker_->frame;
    if (!frame || frame->size() != app_.framebuffer) {
        speaker_->replaced = std::exchange(
            frame, std::make_unique<Framebuffer>(app_.framebuffer, app_.channel_bits));
    }
    return frame->gl_framebuffer();
}

} // namespace orrery
