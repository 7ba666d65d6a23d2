#include "app/time/time_layer.hpp"

#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/time_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

// The bar comes and goes in this time.
constexpr double seconds_of_fading = 0.18;

bool is_elsewhere(const TravelStatus& travel) {
    return travel.in_past || travel.under_way || travel.loop || travel.goal;
}

// A hand that drags the picture does not call the bar.
bool pointer_is_near(float foot, const OpenPicture& picture, bool shown) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsMousePosValid() || (!shown && ImGui::IsMouseDown(ImGuiMouseButton_Left)) ||
        (io.WantCaptureMouse && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow))) {
        return false;
    }
    return io.MousePos.x > picture.from.x && io.MousePos.x < picture.to.x && io.MousePos.y < foot &&
           io.MousePos.y > foot - 1.6F * time_bar_height();
}

void draw_countdown(const AppState& app) {
    if (!app.get<TimeView>().starts_at) {
        return;
    }
    const double left = std::max(*app.get<TimeView>().starts_at - app.now, 0.0);
    const std::string digits = std::to_string(static_cast<int>(std::ceil(left)));
    const OpenPicture picture = open_picture(app);
    const double within = left - std::floor(left); // 1 … 0 in each second
    const auto alpha = static_cast<float>(app.view.reduced_motion ? 1.0 : 0.35 + 0.65 * within);
    ImGui::PushFont(strong_font(), 0.4F * picture.height() / ImGui::GetStyle().FontScaleMain);
    const ImVec2 extent = ImGui::CalcTextSize(digits.c_str());
    const ImVec2 at{picture.centre() - extent.x / 2,
                    (picture.from.y + picture.to.y) / 2 - extent.y / 2};
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    const float edge = scaled(3);
    draw.AddText({at.x + edge, at.y + edge}, IM_COL32(0, 0, 0, 150), digits.c_str());
    draw.AddText(at, ImGui::GetColorU32({0.96F, 0.97F, 0.99F, alpha}), digits.c_str());
    ImGui::PopFont();
}

bool has_bar(const AppState& app, const OpenPicture& place) {
    return app.status.loaded && app.status.travel.end.step > app.status.travel.first.step &&
           place.width() > scaled(260) && place.height() > scaled(160);
}

void fade(double& opacity, bool wanted, bool at_once) {
    const double change = static_cast<double>(ImGui::GetIO().DeltaTime) / seconds_of_fading;
    opacity = std::clamp(opacity + (wanted ? change : -change), 0.0, 1.0);
    if (at_once) {
        opacity = wanted ? 1 : 0;
    }
}

} // namespace

void TimeKeeper::update(Frame& frame) {
    AppState& app = frame.app;
    const TravelStatus& travel = app.status.travel;
    if (app.status.load_serial != seen_load_) {
        seen_load_ = app.status.load_serial;
        app.get<TimeView>().loop_from.reset();
    }
    if (travel.arrivals != seen_arrivals_) {
        seen_arrivals_ = travel.arrivals;
        app.settings.running = false;
    }
    if (app.get<TimeView>().starts_at && app.now >= *app.get<TimeView>().starts_at) {
        app.get<TimeView>().starts_at.reset();
        app.settings.running = true;
    }
    go_to_wanted_time(app);
    app.view.waiting = app.get<TimeView>().starts_at || travel.under_way || travel.goal;
}

void time_layer(AppState& app) {
    TimeView& time = app.get<TimeView>();
    time.height = 0; // the picture as it is without the bar
    OpenPicture place = open_picture(app);
    place.to.y -= app.view.layer == Layer::stage ? time.stage_foot : 0;
    const bool has_one = app.view.layer != Layer::nothing && has_bar(app, place);
    const bool wanted = has_one && (time.bar || time.held == TimeView::Bar::picture ||
                                    is_elsewhere(app.status.travel) || time.loop_from ||
                                    pointer_is_near(place.to.y, place, time.opacity > 0));
    fade(time.opacity, wanted, app.view.reduced_motion);
    if (has_one && time.opacity > 0) {
        time_bar(app, TimeView::Bar::picture, place, time.opacity);
        time.height = static_cast<float>(time.opacity) * (time_bar_height() + scaled(8));
    } else if (time.held == TimeView::Bar::picture) {
        time.held.reset();
    }
    draw_countdown(app);
}

void preview_time_layer(AppState& app, const PictureArea& preview) {
    TimeView& time = app.get<TimeView>();
    const OpenPicture place{preview.from,
                            {preview.from.x + preview.size.x, preview.from.y + preview.size.y}};
    const bool has_one = !app.race.under_way && has_bar(app, place);
    const bool wanted = has_one && (time.held == TimeView::Bar::preview ||
                                    pointer_is_near(place.to.y, place, time.preview_opacity > 0));
    fade(time.preview_opacity, wanted, app.view.reduced_motion);
    if (has_one && time.preview_opacity > 0) {
        time_bar(app, TimeView::Bar::preview, place, time.preview_opacity);
    } else if (time.held == TimeView::Bar::preview) {
        time.held.reset();
    }
}

} // namespace orrery
