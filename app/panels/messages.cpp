// Messages over the picture: above, the first keys to know, offers, and errors of the simulation;
// at its foot, lines that come and go, the newest lowest: those for the speaker among the panels,
// those for everyone also above the text of the stage, in its type.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"

#include <imgui_internal.h>

#include <cstdio>

namespace orrery {
namespace {

constexpr double shown_until = 8; // seconds since the window opened
constexpr double gone_at = 9.5;
constexpr double tours_until = 20;

struct Hint {
    const char* action;
    const char* text;
};

// The first first: where there is no room for all, the last are left out.
constexpr std::array hints{
    Hint{"help.keys", tr_noop("help")}, Hint{"simulation.pause", tr_noop("pause")},
    Hint{"simulation.next_algorithm", tr_noop("algorithm")}, Hint{"help.palette", tr_noop("find")}};

float width_of(const Hint& hint, const std::string& key) {
    return key_width(key) + scaled(6) + ImGui::CalcTextSize(tr(hint.text)).x;
}

// A window of an offer, under the hints, and clear of the colour scale.
bool begin_offer(const AppState& app, const char* id, const char* title) {
    const OpenPicture picture = open_picture(app);
    const float width = std::min(scaled(430), picture.width() - scaled(24));
    ImGui::SetNextWindowPos({picture.centre() - width / 2, picture.from.y + scaled(58)},
                            ImGuiCond_Always);
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowBgAlpha(0.94F);
    const bool open = ImGui::Begin(id, nullptr, message_flags);
    if (open) {
        strong_text(tr(title));
    }
    return open;
}

// `status`: what goes on, or stands, in spite of it.
void sentences(const Error& error, const SimulationStatus& status) {
    strong_text(error.problem(), danger_colour());
    if (!error.where().empty()) {
        ImGui::TextColored(quiet_colour(), "%s", error.where().c_str());
    }
    if (!error.hint().empty()) {
        ImGui::TextUnformatted(error.hint().c_str());
    }
    if (status.loaded) {
        small_text(quiet_colour(), status.settings.running
                                       ? "The previous simulation continues."
                                       : "The simulation is paused at the last good state.");
    }
}

// It comes and goes within a moment.
float opacity(const Toast& toast, double now) {
    constexpr double seconds_of_fading = 0.3, seconds_of_coming = 0.15;
    const double left = (toast.until - now) / seconds_of_fading;
    const double come = (seconds_of_toast - (toast.until - now)) / seconds_of_coming;
    return static_cast<float>(std::clamp(std::min(left, come), 0.0, 1.0));
}

// How much higher they begin where they would cover the figures of a race or the colour scale: that
// may be what they speak of.
float raised_by(const AppState& app, const OpenPicture& picture) {
    constexpr float figures = 0.19F;                                           // of the height
    constexpr float legend_width = 230, legend_height = 80, usual_toast = 420; // at scale 1
    if (app.race.under_way) {
        return figures * picture.height();
    }
    if (app.view.layer != Layer::panels) {
        return app.get<TimeView>().stage_foot;
    }
    const bool meet =
        picture.centre() - scaled(usual_toast / 2) < picture.from.x + scaled(legend_width);
    return app.view.show_legend && meet ? scaled(legend_height) : 0;
}

// Draws one with its lower edge at `bottom`, in the present type; returns its height.
float draw_toast(ImDrawList& draw, const Toast& toast, double now, const OpenPicture& picture,
                 float bottom) {
    const float alpha = opacity(toast, now);
    const float type = ImGui::GetTextLineHeight();
    const float padding_x = 0.9F * type;
    const float padding_y = 0.5F * type;
    const float widest =
        std::min(36 * type, ImGui::GetIO().DisplaySize.x - 1.5F * type) - 2 * padding_x;
    const ImVec2 extent = ImGui::CalcTextSize(toast.text.c_str(), nullptr, false, widest);
    const ImVec2 size{extent.x + 2 * padding_x, extent.y + 2 * padding_y};
    const ImVec2 from =
        placed_in_window(picture.centre(), size.x, bottom - size.y + 0.4F * type * (1 - alpha));
    const ImVec2 to{from.x + size.x, from.y + size.y};
    draw.AddRectFilled(from, to, faded(ground_colour(), alpha), 0.4F * type);
    const ImVec4 mark = toast.is_error ? danger_colour() : accent_colour();
    draw.AddRect(from, to, faded(mark, 0.55F * alpha), 0.4F * type, type / 16);
    const ImVec4 colour = toast.is_error ? danger_colour() : text_colour();
    draw.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {from.x + padding_x, from.y + padding_y},
                 faded(colour, alpha), toast.text.c_str(), nullptr, widest);
    return size.y;
}

// As many as there is room for; the oldest wait.
void draw_toasts(ImDrawList& draw, const AppState& app, Addressee reader,
                 const OpenPicture& picture, float bottom) {
    for (auto toast = app.toasts.rbegin(); toast != app.toasts.rend(); ++toast) {
        if (reader == Addressee::everyone && toast->addressee != reader) {
            continue;
        }
        if (bottom < picture.from.y + scaled(60)) {
            return;
        }
        bottom -= draw_toast(draw, *toast, app.now, picture, bottom) + scaled(6);
    }
}

std::string words_of(const RecordingStatus& recording) {
    if (recording.finishing) { // the encoder does not say how far it is with the last ones
        const int percent = static_cast<int>(100 * recording.share_written);
        return percent < 100 ? tr_format("Finishing the video … {} %", percent)
                             : tr("Finishing the video …");
    }
    char text[64];
    const auto seconds = static_cast<unsigned>(recording.seconds);
    std::snprintf(text, sizeof text, tr("%u:%02u   %zu frames"), seconds / 60, seconds % 60,
                  recording.frames);
    return text;
}

// In a line above the picture, as many as there is room for.
void draw_hints(const AppState& app, std::span<const Hint> all, float alpha) {
    const OpenPicture picture = open_picture(app);
    const float gap = scaled(20);
    const float inset = scaled(12);
    std::vector<float> widths;
    float width = -gap;
    for (const Hint& hint : all) {
        const float more = width_of(hint, app.actions.find(hint.action).shortcut) + gap;
        if (width + more + 4 * inset > picture.width()) {
            break;
        }
        widths.push_back(more);
        width += more;
    }
    if (widths.empty()) {
        return;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float top = picture.from.y + scaled(20);
    float x = picture.centre() - width / 2;
    draw.AddRectFilled({x - inset, top - scaled(7)},
                       {x + width + inset, top + ImGui::GetTextLineHeight() + scaled(9)},
                       faded(ground_colour(), 0.7F * alpha), scaled(8));
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const std::string& key = app.actions.find(all[i].action).shortcut;
        const float text_x = x + draw_key(draw, {x, top}, key, alpha) + scaled(6);
        draw.AddText({text_x, top}, faded(text_colour(), alpha), tr(all[i].text));
        x += widths[i];
    }
}

} // namespace

void hint_line(AppState& app) {
    if (app.now > gone_at || app.status.error) {
        return;
    }
    draw_hints(
        app, hints,
        static_cast<float>(std::clamp((gone_at - app.now) / (gone_at - shown_until), 0.0, 1.0)));
}

void frozen_line(const AppState& app) {
    draw_hints(app, std::array{Hint{"view.freeze", tr_noop("the picture is frozen")}}, 1);
}

void tour_offer(AppState& app) {
    // Who drags the picture, or lets it run, has seen enough of it.
    const bool drags =
        !ImGui::GetIO().WantCaptureMouse && (ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
                                             ImGui::IsMouseDragging(ImGuiMouseButton_Right));
    if (drags || app.now > tours_until || app.get<TourStatus>().given) {
        app.offer_tours = false;
    }
    if (!app.offer_tours || app.view.show_chart) {
        return;
    }
    if (begin_offer(app, "##tours", tr_noop("New here? Take a tour"))) {
        for (const char* tour : {"tour.ladder", "tour.n_log_n", "tour.galaxies"}) {
            app.offer_tours = !app.actions.button(tour) && app.offer_tours;
            ImGui::SameLine();
        }
        if (ImGui::Button(tr_id("Not now").c_str())) {
            app.offer_tours = false;
        }
        small_paragraph(quiet_colour(),
                        "Page Down: next step. Tours are in the Tour menu, too. Esc closes this.");
    }
    ImGui::End();
}

void lost_session_offer(AppState& app) {
    if (!app.lost_session || app.view.layer != Layer::panels) { // no audience needs to know
        return;
    }
    if (begin_offer(app, "##lost session", tr_noop("Orrery quit unexpectedly"))) {
        app.actions.button("file.take_up", "Recover session");
        ImGui::SameLine();
        app.actions.button("file.leave_lost", "Discard");
        small_text(quiet_colour(), "Saved within the last minute before");
    }
    ImGui::End();
}

void error_banner(AppState& app) {
    if (!app.status.error) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const float widest = ImGui::GetMainViewport()->WorkSize.x - scaled(24);
    const float width =
        std::min(std::clamp(picture.width() - scaled(32), scaled(340), scaled(620)), widest);
    ImGui::SetNextWindowPos(placed_in_window(picture.centre(), width, picture.from.y + scaled(14)),
                            ImGuiCond_Always);
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowBgAlpha(0.97F);
    ImGui::PushStyleColor(ImGuiCol_Border, danger_colour());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, scaled(1.5F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(14), scaled(12)));
    if (ImGui::Begin("##error", nullptr, message_flags)) {
        ImGui::PushTextWrapPos(0);
        sentences(*app.status.error, app.status);
        ImGui::PopTextWrapPos();
        ImGui::Spacing();
        if (app.actions.find("simulation.fall_back").is_enabled()) {
            app.actions.button("simulation.fall_back");
            ImGui::SameLine();
        }
        if (ImGui::Button(tr_id("Dismiss").c_str())) {
            app.simulation.dismiss_error();
        }
        tip("Closes this message; so does Esc");
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

void toast_overlay(const AppState& app) {
    if (app.view.layer != Layer::panels) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    // Behind a dialog, which wants to be read first.
    ImDrawList& draw = ImGui::GetTopMostPopupModal() != nullptr ? *ImGui::GetBackgroundDrawList()
                                                                : *ImGui::GetForegroundDrawList();
    draw_toasts(draw, app, Addressee::speaker, picture,
                picture.to.y - scaled(18) - raised_by(app, picture));
}

void stage_notices(const AppState& app) {
    const OpenPicture picture = open_picture(app);
    const float edge = 0.03F * picture.height();
    const FontScope scope(nullptr,
                          0.04F * ImGui::GetIO().DisplaySize.y / ImGui::GetStyle().FontScaleMain);
    draw_toasts(*ImGui::GetBackgroundDrawList(), app, Addressee::everyone, picture,
                picture.to.y - edge - raised_by(app, picture));
}

// At the right, where nothing else is: under the stage's badge, else at the foot of the picture.
// The video has none.
void recording_mark(AppState& app) {
    if (!app.get<RecordingStatus>().under_way && !app.get<RecordingStatus>().finishing) {
        return;
    }
    const OpenPicture picture = open_picture(app);
    const bool stage = app.view.layer == Layer::stage;
    // Half as large as what an audience reads.
    const float type =
        stage ? std::max(0.02F * picture.height(), scaled(text_height)) : scaled(text_height);
    const FontScope scope(number_font(), type / ImGui::GetStyle().FontScaleMain);
    const std::string text = words_of(app.get<RecordingStatus>());
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str());
    const float radius = 0.3F * type;
    const float pad = 0.45F * type;
    const float width = 2 * radius + pad + extent.x + 2 * pad;
    const float height = extent.y + pad;
    const float edge = 0.015F * picture.height();
    const ImVec2 from{picture.to.x - edge - width,
                      stage ? picture.from.y + 0.105F * picture.height()
                            : picture.to.y - std::max(edge, scaled(10)) - height};
    const ImVec2 to{from.x + width, from.y + height};
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    ImVec4 ground = ground_colour();
    ground.w = 0.86F;
    draw.AddRectFilled(from, to, faded(ground), (to.y - from.y) / 2);
    const float middle = (from.y + to.y) / 2;
    draw.AddCircleFilled({from.x + pad + radius, middle}, radius,
                         app.get<RecordingStatus>().finishing ? faded(quiet_colour())
                                                              : IM_COL32(240, 60, 50, 255));
    draw.AddText({from.x + 2 * pad + 2 * radius, middle - extent.y / 2}, faded(text_colour()),
                 text.c_str());
}

} // namespace orrery
