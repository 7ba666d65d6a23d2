// Type a few letters and press Enter: any action, scene, algorithm or integrator.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/window/source_choice.hpp"
#include "sim/scene.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <cctype>
#include <functional>
#include <optional>

namespace orrery {
namespace {

struct Entry {
    std::string label;
    std::string detail; // at the right: a key, or what kind of thing it is
    std::string tooltip;
    bool enabled = true;
    std::function<void()> run;
};

std::vector<Entry> entries(AppState& app) {
    std::vector<Entry> list;
    for (const Action& action : app.actions.all()) {
        list.push_back({action.label, action.shortcut.empty() ? action.menu : action.shortcut,
                        action.tooltip, action.is_enabled(), action.run});
    }
    for (const SolverEntry& solver : solvers()) {
        const char* const id = solver.info.id;
        list.push_back({std::string(id) + "  " + solver.info.title, "algorithm", solver.info.idea,
                        solver.unavailable.empty(), [&app, id] { app.settings.algorithm = id; }});
    }
    for (const Scene& scene : scenes()) {
        list.push_back({scene.title, "scene", scene.idea, true,
                        [&app, id = scene.id] { choose_source(app.settings, id); }});
    }
    for (const Integrator& integrator : integrators()) {
        list.push_back({integrator.title, "integrator", integrator.idea, true,
                        [&app, id = integrator.id] { app.settings.integrator = id; }});
    }
    return list;
}

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

// How well `typed` fits: its letters in order, the better the closer together and the earlier;
// nothing if one is missing.
std::optional<int> fit(const std::string& typed, const std::string& label) {
    int score = 0;
    std::size_t at = 0;
    std::size_t last = 0;
    for (const char c : typed) {
        const std::size_t from = at;
        while (at < label.size() && lower(label[at]) != lower(c)) {
            ++at;
        }
        if (at == label.size()) {
            return std::nullopt;
        }
        const bool starts_word =
            at == 0 || !std::isalnum(static_cast<unsigned char>(label[at - 1]));
        score += static_cast<int>(at - from) - (starts_word ? 3 : 0);
        last = at++;
    }
    return score + static_cast<int>(last) / 4;
}

std::vector<Entry> best_fits(std::vector<Entry> list, const std::string& typed) {
    std::erase_if(list, [&](const Entry& entry) { return !fit(typed, entry.label); });
    std::stable_sort(list.begin(), list.end(), [&](const Entry& a, const Entry& b) {
        return *fit(typed, a.label) < *fit(typed, b.label);
    });
    return list;
}

// What is typed and which line is chosen lasts as long as the palette is open; ImGui keeps the
// line.
int move_choice(int choice, std::size_t count) {
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) {
        ++choice;
    }
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) {
        --choice;
    }
    return std::clamp(choice, 0, std::max(0, static_cast<int>(count) - 1));
}

std::optional<std::size_t> list_entries(const std::vector<Entry>& list, int choice) {
    std::optional<std::size_t> clicked;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Entry& entry = list[i];
        const bool chosen = static_cast<int>(i) == choice;
        ImGui::PushID(static_cast<int>(i));
        ImGui::BeginDisabled(!entry.enabled);
        if (ImGui::Selectable(entry.label.c_str(), chosen)) {
            clicked = i;
        }
        tip(entry.tooltip);
        if (chosen &&
            (ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow))) {
            ImGui::SetScrollHereY();
        }
        ImGui::SameLine(ImGui::GetWindowWidth() - scaled(14) -
                        ImGui::CalcTextSize(entry.detail.c_str()).x - scaled(6));
        ImGui::TextColored(quiet_colour(), "%s", entry.detail.c_str());
        ImGui::EndDisabled();
        ImGui::PopID();
    }
    return clicked;
}

} // namespace

void command_palette(AppState& app) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled(560), viewport.WorkSize.x * 0.9F);
    ImGui::SetNextWindowPos(
        {viewport.GetWorkCenter().x, viewport.WorkPos.y + viewport.WorkSize.y * 0.14F},
        ImGuiCond_Always, {0.5F, 0});
    ImGui::SetNextWindowSize({width, std::min(scaled(400), viewport.WorkSize.y * 0.7F)});
    ImGui::SetNextWindowBgAlpha(0.97F);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoDocking |
                                       ImGuiWindowFlags_NoSavedSettings;
    if (!ImGui::Begin("##palette", nullptr, flags)) {
        ImGui::End();
        return;
    }
    std::string& typed = app.palette_text;
    if (ImGui::IsWindowAppearing()) {
        typed.clear();
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##typed", "Find an action, algorithm or scene",
                                                  &typed, ImGuiInputTextFlags_EnterReturnsTrue);
    const std::vector<Entry> list = best_fits(entries(app), typed);
    int* const choice = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("choice"), 0);
    *choice =
        ImGui::IsItemEdited() || ImGui::IsWindowAppearing() ? 0 : move_choice(*choice, list.size());

    std::optional<std::size_t> picked;
    if (ImGui::BeginChild("##list")) {
        picked = list_entries(list, *choice);
    }
    ImGui::EndChild();
    if (entered && !list.empty()) {
        picked = static_cast<std::size_t>(*choice);
    }
    const bool clicked_away = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                              !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
    ImGui::End();
    if (clicked_away) {
        app.view.show_palette = false;
    }
    if (picked && list[*picked].enabled) {
        app.view.show_palette = false;
        list[*picked].run();
    }
}

} // namespace orrery
