// What comes by itself over the upper part of the picture: the first keys to know, offers, and what
// went wrong in the simulation.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/tour_status.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>

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

void sentences(const Error& error, bool running) {
    strong_text(error.problem(), danger_colour());
    if (!error.where().empty()) {
        ImGui::TextColored(quiet_colour(), "%s", error.where().c_str());
    }
    if (!error.hint().empty()) {
        ImGui::TextUnformatted(error.hint().c_str());
    }
    small_text(quiet_colour(), running ? "The previous simulation continues."
                                       : "The simulation is paused at the last good state.");
}

void remedies(AppState& app) {
    if (app.actions.find("simulation.fall_back").is_enabled()) {
        app.actions.button("simulation.fall_back");
        ImGui::SameLine();
    }
    if (ImGui::Button(tr_id("Dismiss").c_str())) {
        app.simulation.dismiss_error();
    }
    tip("Closes this message; so does Esc");
}

} // namespace

void hint_line(AppState& app) {
    if (app.now > gone_at || app.status.error) {
        return;
    }
    const auto alpha =
        static_cast<float>(std::clamp((gone_at - app.now) / (gone_at - shown_until), 0.0, 1.0));
    const OpenPicture picture = open_picture(app);
    const float gap = scaled(20);
    const float inset = scaled(12);
    float width = -gap;
    std::size_t count = 0;
    for (const Hint& hint : hints) {
        const float more = gap + width_of(hint, app.actions.find(hint.action).shortcut);
        if (width + more + 4 * inset > picture.width()) {
            break;
        }
        width += more;
        ++count;
    }
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float top = picture.from.y + scaled(20);
    float x = picture.centre() - width / 2;
    if (count > 0) {
        draw.AddRectFilled({x - inset, top - scaled(7)},
                           {x + width + inset, top + ImGui::GetTextLineHeight() + scaled(9)},
                           faded(ground_colour(), 0.7F * alpha), scaled(8));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& key = app.actions.find(hints[i].action).shortcut;
        const float text_x = x + draw_key(draw, {x, top}, key, alpha) + scaled(6);
        draw.AddText({text_x, top}, faded(text_colour(), alpha), tr(hints[i].text));
        x += width_of(hints[i], key) + gap;
    }
}

void tour_offer(AppState& app) {
    // Who drags the picture, or lets it run, has seen enough of it.
    const bool drags =
        !ImGui::GetIO().WantCaptureMouse && (ImGui::IsMouseDragging(ImGuiMouseButton_Left) ||
                                             ImGui::IsMouseDragging(ImGuiMouseButton_Right));
    if (drags || app.now > tours_until || app.get<TourStatus>().given) {
        app.offer_tours = false;
    }
    if (!app.offer_tours) {
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
        small_text(quiet_colour(),
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
        sentences(*app.status.error, app.status.settings.running);
        ImGui::PopTextWrapPos();
        ImGui::Spacing();
        remedies(app);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    ImGui::PopStyleColor();
}

} // namespace orrery
