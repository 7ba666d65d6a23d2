// What the program says: the error banner, the lines that come and go, and the first hint.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr const char* fallback_algorithm = "cpu.simd_threads";

constexpr ImGuiWindowFlags message_flags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
    ImGuiWindowFlags_NoFocusOnAppearing;

} // namespace

void error_banner(AppState& app) {
    if (!app.status.error) {
        return;
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos({viewport.GetWorkCenter().x, viewport.WorkPos.y + scaled(12)},
                            ImGuiCond_Always, {0.5F, 0});
    ImGui::SetNextWindowSizeConstraints(
        {scaled(300), 0}, {std::min(scaled(640), viewport.WorkSize.x * 0.9F), viewport.WorkSize.y});
    ImGui::SetNextWindowBgAlpha(0.97F);
    ImGui::PushStyleColor(ImGuiCol_Border, danger_colour());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, scaled(1.5F));
    if (ImGui::Begin("##error", nullptr, message_flags)) {
        ImGui::PushTextWrapPos(std::min(scaled(600), viewport.WorkSize.x * 0.85F));
        ImGui::TextColored(danger_colour(), "%s", app.status.error->problem().c_str());
        if (!app.status.error->where().empty()) {
            ImGui::TextColored(quiet_colour(), "%s", app.status.error->where().c_str());
        }
        if (!app.status.error->hint().empty()) {
            ImGui::TextUnformatted(app.status.error->hint().c_str());
        }
        ImGui::PopTextWrapPos();
        ImGui::TextColored(quiet_colour(), "The simulation is paused; the last good state stays.");
        if (app.settings.algorithm != fallback_algorithm) {
            if (ImGui::Button("Go on with cpu.simd_threads")) {
                app.settings.algorithm = fallback_algorithm;
                app.settings.running = true;
                app.simulation.dismiss_error();
            }
            ImGui::SameLine();
        }
        if (ImGui::Button("Dismiss")) {
            app.simulation.dismiss_error();
        }
    }
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

void toast_overlay(AppState& app) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    float top = viewport.WorkPos.y + scaled(48); // below the hint line
    int index = 0;
    for (const Toast& toast : app.toasts) {
        const auto left = static_cast<float>(toast.until - app.now);
        ImGui::SetNextWindowPos({viewport.GetWorkCenter().x, top}, ImGuiCond_Always, {0.5F, 0});
        ImGui::SetNextWindowBgAlpha(0.92F * std::clamp(left / 0.3F, 0.0F, 1.0F));
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, std::clamp(left / 0.3F, 0.05F, 1.0F));
        const std::string id = "##toast" + std::to_string(index++);
        if (ImGui::Begin(id.c_str(), nullptr, message_flags | ImGuiWindowFlags_NoInputs)) {
            ImGui::PushTextWrapPos(std::min(scaled(560), viewport.WorkSize.x * 0.8F));
            const ImVec4 colour =
                toast.is_error ? danger_colour() : ImGui::GetStyle().Colors[ImGuiCol_Text];
            ImGui::TextColored(colour, "%s", toast.text.c_str());
            ImGui::PopTextWrapPos();
            top += ImGui::GetWindowHeight() + scaled(6);
        }
        ImGui::End();
        ImGui::PopStyleVar();
    }
}

void hint_line(AppState& app) {
    constexpr double shown_until = 8;
    constexpr double gone = 9.5;
    if (app.now > gone) {
        return;
    }
    const auto alpha =
        static_cast<float>(std::clamp((gone - app.now) / (gone - shown_until), 0.0, 1.0));
    constexpr const char* text = "F1 help   ·   Space pause   ·   A algorithm   ·   Ctrl+K find";
    const ImVec2 extent = ImGui::CalcTextSize(text);
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float x = viewport.GetWorkCenter().x - extent.x / 2;
    const float y = viewport.WorkPos.y + scaled(22);
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw.AddText({x + 1, y + 1}, ImGui::GetColorU32({0, 0, 0, 0.7F * alpha}), text);
    draw.AddText({x, y}, ImGui::GetColorU32({0.85F, 0.87F, 0.91F, alpha}), text);
}

} // namespace orrery
