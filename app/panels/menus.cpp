#include "app/panels/menus.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"
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

bool is_key(char letter) {
    return upper(letter) >= 'A' && upper(letter) <= 'Z';
}

// Of each menu as it is shown, the place of its letter: the first one of its name, or, where a menu
// before it has that, the first that no menu has.
std::vector<std::size_t> letter_places(const std::vector<std::string_view>& menus) {
    std::vector<std::string> names;
    std::string taken;
    const auto is_free = [&](char letter) {
        return is_key(letter) && taken.find(upper(letter)) == taken.npos;
    };
    std::vector<std::size_t> places;
    for (const std::string_view menu : menus) {
        names.push_back(tr(std::string(menu)));
        const bool first = !names.back().empty() && is_free(names.back().front());
        places.push_back(first ? 0 : names.back().size());
        taken += first ? upper(names.back().front()) : '\0';
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (places[i] != 0) {
            const auto found = std::find_if(names[i].begin(), names[i].end(), is_free);
            places[i] = static_cast<std::size_t>(found - names[i].begin());
            taken += found == names[i].end() ? '\0' : upper(*found);
        }
    }
    return places;
}

bool alt_pressed_with(char letter) {
    const auto key = static_cast<ImGuiKey>(ImGuiKey_A + (upper(letter) - 'A'));
    return ImGui::IsKeyChordPressed(ImGuiMod_Alt | key);
}

bool wanted(const AppState& app, std::string_view menu, std::size_t letter) {
    const std::string name = tr(std::string(menu));
    const OpenMenu* const asked = app.requests.newest<OpenMenu>();
    return (asked != nullptr && asked->name == menu) ||
           (letter < name.size() && alt_pressed_with(name[letter]));
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
    const std::vector<std::string_view> names = menu_names(app.actions);
    const std::vector<std::size_t> letters = letter_places(names);
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (wanted(app, names[i], letters[i])) {
            return true;
        }
    }
    return false;
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
    const std::vector<std::string_view> names = menu_names(app.actions);
    const std::vector<std::size_t> letters = letter_places(names);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string name(names[i]);
        if (wanted(app, name, letters[i])) {
            ImGui::OpenPopup(name.c_str());
        }
        const bool open = ImGui::BeginMenu(tr_id(name).c_str());
        if (open) {
            menu_items(app, name);
            ImGui::EndMenu();
        }
        if (ImGui::GetIO().KeyAlt) {
            underline(tr(name), letters[i]);
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
