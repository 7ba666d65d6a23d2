#include "app/panels/menus.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"
#include "app/state/shortcut.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/window_requests.hpp"
#include "sim/scene.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <utility>

namespace orrery {
namespace {

char upper(char letter) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

struct Menu {
    std::string name;       // in English
    std::string shown;      // in the language of the window
    std::size_t letter = 0; // the place of the letter that opens it; past the end: there is none
    bool wanted = false;    // a key has asked for it in this frame
};

// A menu's letter is the first one of its name or, where a menu before it has that, the first that
// no menu has.
std::vector<Menu> menus_of(const AppState& app) {
    std::string taken;
    const auto is_free = [&](char letter) {
        return upper(letter) >= 'A' && upper(letter) <= 'Z' &&
               taken.find(upper(letter)) == taken.npos;
    };
    std::vector<Menu> menus;
    for (const std::string_view name : menu_names(app.actions)) {
        const std::string shown = tr(std::string(name));
        const bool first = is_free(shown.front());
        menus.push_back({std::string(name), shown, first ? 0 : shown.size()});
        taken += first ? upper(shown.front()) : '\0';
    }
    const OpenMenu* const asked = app.requests.newest<OpenMenu>();
    for (Menu& menu : menus) {
        if (menu.letter != 0) {
            const auto found = std::ranges::find_if(menu.shown, is_free);
            menu.letter = static_cast<std::size_t>(found - menu.shown.begin());
            taken += found == menu.shown.end() ? '\0' : upper(*found);
        }
        const bool has_letter = menu.letter < menu.shown.size();
        const auto key = static_cast<ImGuiKey>(
            ImGuiKey_A + (has_letter ? upper(menu.shown[menu.letter]) - 'A' : 0));
        menu.wanted = (asked != nullptr && asked->name == menu.name) ||
                      (has_letter && ImGui::IsKeyChordPressed(ImGuiMod_Alt | key));
    }
    return menus;
}

void underline(const std::string& name, std::size_t letter) {
    const float left = ImGui::GetItemRectMin().x +
                       (ImGui::GetItemRectSize().x - ImGui::CalcTextSize(name.c_str()).x) / 2;
    const auto width = [&](std::size_t letters) {
        return ImGui::CalcTextSize(name.data(), name.data() + letters).x;
    };
    const float y = ImGui::GetItemRectMax().y - ImGui::GetStyle().FramePadding.y;
    ImGui::GetWindowDrawList()->AddLine({left + width(letter), y}, {left + width(letter + 1), y},
                                        ImGui::GetColorU32(ImGuiCol_Text), scaled(1));
}

void open_recent_menu(AppState& app) {
    if (ImGui::BeginMenu(tr_id("Open recent").c_str(), !app.recent_files.empty())) {
        recent_file_items(app);
        ImGui::EndMenu();
    }
}

// Actions of a series have a menu of their own: nine views to go to would be nine lines.
void menu_items(AppState& app, std::string_view name) {
    std::string series;
    bool open = true;
    const auto end_series = [&] {
        if (!series.empty() && open) {
            ImGui::EndMenu();
        }
        open = true;
    };
    for (const Action& action : app.actions.all()) {
        if (action.menu != name) {
            continue;
        }
        if (const std::string of = series_of(action); of != series) {
            end_series();
            series = of;
            open = series.empty() || ImGui::BeginMenu(tr_id(series).c_str());
        }
        if (open) {
            menu_item(action);
        }
        if (action.id == "file.open") {
            open_recent_menu(app);
        }
    }
    end_series();
}

} // namespace

std::string source_title(const std::string& source) {
    if (is_scene(source)) {
        return tr(find_scene(source).title);
    }
    return std::filesystem::path(source).filename().string();
}

void menu_item(const Action& action) {
    if (ImGui::MenuItem(tr_id(action.label).c_str(), spoken_keys(action.shortcut).c_str(),
                        action.is_checked(), action.is_enabled())) {
        action.run();
    }
    tip(action.tooltip);
}

std::vector<std::string_view> menu_names(const Actions& actions) {
    std::vector<std::string_view> names;
    for (const Action& action : actions.all()) {
        if (std::find(names.begin(), names.end(), action.menu) == names.end()) {
            names.push_back(action.menu);
        }
    }
    return names;
}

bool menu_wanted(const AppState& app) {
    return std::ranges::any_of(menus_of(app), &Menu::wanted);
}

void lead_keys(const AppState& app) {
    ImGuiIO& io = ImGui::GetIO();
    if (menu_is_open() || menu_wanted(app)) {
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    } else {
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
    }
}

void menus(AppState& app) {
    for (const Menu& menu : menus_of(app)) {
        if (menu.wanted) {
            ImGui::OpenPopup(menu.name.c_str());
        }
        if (ImGui::BeginMenu(tr_id(menu.name).c_str())) {
            menu_items(app, menu.name);
            ImGui::EndMenu();
        }
        if (ImGui::GetIO().KeyAlt) {
            underline(menu.shown, menu.letter);
        }
    }
    app.requests.drop<OpenMenu>();
}

void recent_file_items(AppState& app) {
    for (const std::filesystem::path& file : app.recent_files) {
        ImGui::PushID(file.c_str());
        if (ImGui::MenuItem(file.filename().c_str())) {
            app.requests.add(OpenFile{file});
        }
        ImGui::PopID();
        tip(file.string());
    }
}

} // namespace orrery
