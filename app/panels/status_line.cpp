#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

namespace orrery {
namespace {

void menu_item(const Action& action) {
    if (ImGui::MenuItem(action.label.c_str(), action.shortcut.c_str(), action.is_checked(),
                        action.is_enabled())) {
        action.run();
    }
    tip(action.tooltip);
}

// The menus are the actions, grouped by the menu each names, in the order of their registration.
void menus(const AppState& app) {
    std::vector<std::string_view> done;
    for (const Action& first : app.actions.all()) {
        if (std::find(done.begin(), done.end(), first.menu) != done.end()) {
            continue;
        }
        done.push_back(first.menu);
        if (!ImGui::BeginMenu(first.menu.c_str())) {
            continue;
        }
        for (const Action& action : app.actions.all()) {
            if (action.menu == first.menu) {
                menu_item(action);
            }
        }
        ImGui::EndMenu();
    }
}

struct Item {
    std::string text;
    const char* tooltip;
    ImVec4 colour;
};

std::string formatted(const char* format, double value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string time_text(const AppState& app) {
    const std::string unit = app.units.time.empty() ? "" : " " + app.units.time;
    return "t = " + formatted("%.4g", app.status.time) + unit;
}

std::string state_text(const AppState& app) {
    if (app.status.loading || !app.status.loaded) {
        return "loading";
    }
    if (!app.settings.running) {
        return "paused";
    }
    return app.settings.reversed ? "backwards" : "running";
}

// From the least to the most important: what does not fit is left out from the front.
std::vector<Item> items(const AppState& app) {
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    const std::string& algorithm = app.status.settings.algorithm;
    const SolverInfo& info = find_solver(algorithm).info;
    std::vector<Item> list;
    list.push_back({app.catalogue.title, "What is simulated", quiet_colour()});
    list.push_back(
        {with_prefix(app.history.interactions_per_second(algorithm), "") + " interactions/s",
         "Ordered pairs of bodies per second of computing", text});
    list.push_back({state_text(app), "Space pauses and plays, J turns time round",
                    app.settings.running ? quiet_colour() : accent_colour()});
    list.push_back({time_text(app), "Simulated time", text});
    list.push_back(
        {with_thousands(app.status.count) + " bodies", "Bodies simulated and shown", text});
    list.push_back({algorithm + " " + as_milliseconds(app.history.milliseconds_per_step(algorithm)),
                    "The algorithm and what one step takes it; A switches",
                    as_vector(family_colour(info.family))});
    list.push_back({formatted("%.0f fps", app.history.frames_per_second()),
                    "Pictures per second; the simulation steps beside them", text});
    return list;
}

void status_items(const AppState& app) {
    std::vector<Item> list = items(app);
    const float gap = scaled(18);
    ImGui::PushFont(number_font(), 0);
    const auto width_of = [&](const Item& item) {
        return item.text.empty() ? 0 : ImGui::CalcTextSize(item.text.c_str()).x + gap;
    };
    float total = 0;
    for (const Item& item : list) {
        total += width_of(item);
    }
    const float room = ImGui::GetContentRegionAvail().x - scaled(8);
    std::size_t first = 0;
    while (first + 1 < list.size() && total > room) {
        total -= width_of(list[first]);
        ++first;
    }
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(room - total, 0.0F));
    for (std::size_t i = first; i < list.size(); ++i) {
        if (list[i].text.empty()) {
            continue;
        }
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gap / 2);
        ImGui::TextColored(list[i].colour, "%s", list[i].text.c_str());
        ImGui::PopFont();
        tip(list[i].tooltip);
        ImGui::PushFont(number_font(), 0);
        ImGui::SameLine(0, gap / 2);
    }
    ImGui::PopFont();
}

} // namespace

void status_line(AppState& app) {
    if (!ImGui::BeginMainMenuBar()) {
        return;
    }
    menus(app);
    status_items(app);
    ImGui::EndMainMenuBar();
}

} // namespace orrery
