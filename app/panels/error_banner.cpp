// What went wrong in the simulation, and what can be done about it.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/overlay_window.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {
namespace {

void sentences(const Error& error, bool running) {
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextColored(danger_colour(), "%s", error.problem().c_str());
    ImGui::PopFont();
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
