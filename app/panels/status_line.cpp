// The line over the picture: menus, what runs, and its figures.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/step_words.hpp"
#include "app/state/body_units.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/window_requests.hpp"
#include "sim/base/words.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

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

// The menus are the actions, grouped by the menu each names, in the order of their registration. A
// menu's letter is the first one of its name or, where a menu before it has that, the first that no
// menu has.
std::vector<Menu> menus_of(const AppState& app) {
    std::string taken;
    const auto is_free = [&](char letter) {
        return upper(letter) >= 'A' && upper(letter) <= 'Z' &&
               taken.find(upper(letter)) == taken.npos;
    };
    std::vector<Menu> menus;
    for (const Action& action : app.actions.all()) {
        if (std::ranges::find(menus, action.menu, &Menu::name) != menus.end()) {
            continue;
        }
        const std::string shown = tr(action.menu);
        const bool first = is_free(shown.front());
        menus.push_back({action.menu, shown, first ? 0 : shown.size()});
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

// Menu items that open recent files.
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

void menu_item(const Action& action) {
    if (ImGui::MenuItem(tr_id(action.label).c_str(), spoken_keys(action.shortcut).c_str(),
                        action.is_checked(), action.is_enabled())) {
        action.run();
    }
    tip(action.tooltip);
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
        if (action.id == "file.open" &&
            ImGui::BeginMenu(tr_id("Open recent").c_str(), !app.recent_files.empty())) {
            recent_file_items(app);
            ImGui::EndMenu();
        }
    }
    end_series();
}

// All of them, side by side in a bar or one below the other in a menu. Alt and the letter that is
// underlined while Alt is held opens one; arrows and Enter choose.
void draw_menus(AppState& app, const std::vector<Menu>& menus) {
    for (const Menu& menu : menus) {
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

// A menu whose name ends in an icon, or is one. The icon is drawn into the bar also while the open
// menu is the current window.
bool begin_icon_menu(const std::string& text, const char* id, Icon icon, bool wanted = false) {
    ImDrawList& bar = *ImGui::GetWindowDrawList();
    const float middle = ImGui::GetCursorScreenPos().y + ImGui::GetFrameHeight() / 2;
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float left = ImGui::GetCursorScreenPos().x + spacing;
    const std::string blank = text.empty() ? "    " : "     ";
    const std::string label = text + blank + "##" + id;
    if (wanted) {
        ImGui::OpenPopup(label.c_str());
    }
    const bool open = ImGui::BeginMenu(label.c_str());
    const float icon_x = left + ImGui::CalcTextSize((text + blank).c_str()).x - scaled(7);
    draw_icon(bar, icon, {icon_x, middle}, scaled(text.empty() ? 15.0F : 9.0F),
              ImGui::GetColorU32(ImGuiCol_Text));
    return open;
}

void scene_menu(AppState& app) {
    if (!begin_icon_menu(source_title(app.settings.source), "scene", Icon::down)) {
        return;
    }
    for (const Scene& scene : scenes()) {
        if (ImGui::MenuItem(tr_id(scene.title).c_str(), nullptr, app.settings.source == scene.id)) {
            choose_scene(app, scene.id);
        }
        tip(scene.idea);
    }
    ImGui::Separator();
    menu_item(app.actions.find("file.open"));
    recent_file_items(app);
    ImGui::EndMenu();
}

// What the line may consist of, the first to be left out where there is no room at the front.
enum Part {
    rate_part,
    fps_part,
    full_menus_part, // else they are one menu
    scene_part,
    time_part,
    transport_part,
    bodies_part,
    step_part,
    part_count
};

// A number of the line, with words before and after it.
struct Item {
    Part part;
    std::string before, value, after, tooltip;
    std::optional<ImVec4> dot = {};
};

// Digits keep their places: a value is right-aligned in so many columns.
std::string padded(const std::string& value, std::size_t columns) {
    const std::size_t width = text_width(value);
    return std::string(columns > width ? columns - width : 0, ' ') + value;
}

// In the order in which they stand. `brief`: of a long step's words what does not push a part out
// of the line.
std::vector<Item> numbers(const AppState& app, bool brief) {
    const std::string& algorithm = app.status.settings.algorithm;
    const SolverInfo& info = find_solver(algorithm).info;
    const StepCost cost = app.history.costs().of(algorithm);
    const std::string clock = brief ? step_seconds(app) : step_clock(app);
    const std::string step = clock.empty() ? cost.is_measured() ? cost.text() : "–" : clock;
    const double per_second = cost.interactions_per_second;
    const std::string rate = cost.is_measured() ? with_prefix(per_second, "") : "–";
    const std::string share = peak_share(app, info, per_second);
    const ShownUnit unit = time_unit(app.status.time, app.units);
    const std::string date = calendar_date(app.units, app.status.time); // "2026-11-22"
    const std::string time =
        with_decimal_mark(fmt::format("{:.4g}", unit.factor * app.status.time));
    Item now{time_part, "t =", padded(time, 5), unit.name + (date.empty() ? "" : " · " + date),
             tr("Simulated time")};
    if (const auto& cosmology = app.get<SceneSpace>().cosmology) {
        const CosmicMoment moment = cosmic_moment(*cosmology, app.units, app.status.time);
        now = {time_part, "z", padded(moment.redshift, 5), "· " + moment.age,
               tr("Redshift, and the time since the universe began")};
    }
    return {now,
            {bodies_part, "", with_thousands(app.status.all_bodies()),
             app.status.all_bodies() == 1 ? tr("body") : tr("bodies"), tr("Number of bodies")},
            {step_part, algorithm, padded(step, 7), "",
             std::string(tr(info.title)) + ": " + tr(info.idea) + "\n\n" +
                 tr("The time is that of one step; A and Shift+A switch the algorithm."),
             algorithm_colour(algorithm)},
            {rate_part, "", padded(rate, 6),
             tr("interactions/s") + (share.empty() ? "" : " · " + share),
             tr("Ordered pairs of bodies evaluated per second of computing; once the machine is "
                "measured, also as a share of its peak (20 operations each)")},
            {fps_part, "", padded(fmt::format("{:.0f}", app.history.frames_per_second()), 3),
             tr("fps"), tr("Frames per second; the simulation runs independently")}};
}

float gap() {
    return scaled(18);
}

float width_of(const Item& item) {
    const float space = scaled(6);
    float width = item.dot ? scaled(15) : 0;
    width += item.before.empty() ? 0 : ImGui::CalcTextSize(item.before.c_str()).x + space;
    width += item.after.empty() ? 0 : ImGui::CalcTextSize(item.after.c_str()).x + space;
    ImGui::PushFont(number_font(), 0);
    width += ImGui::CalcTextSize(item.value.c_str()).x;
    ImGui::PopFont();
    return width + gap();
}

void draw_item(const Item& item) {
    const float space = scaled(6);
    ImGui::BeginGroup();
    if (item.dot) {
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        ImGui::GetWindowDrawList()->AddCircleFilled(
            {corner.x + scaled(4), corner.y + ImGui::GetFrameHeight() / 2}, scaled(4.5F),
            faded(*item.dot));
        ImGui::Dummy({scaled(9), 0});
        ImGui::SameLine(0, space);
    }
    if (!item.before.empty()) {
        ImGui::TextColored(quiet_colour(), "%s", item.before.c_str());
        ImGui::SameLine(0, space);
    }
    number_text(item.value);
    if (!item.after.empty()) {
        ImGui::SameLine(0, space);
        ImGui::TextColored(quiet_colour(), "%s", item.after.c_str());
    }
    ImGui::EndGroup();
    tip(item.tooltip);
}

// How many parts are left out, so that the others fit side by side into `room`.
int parts_left_out(const AppState& app, const std::vector<Menu>& menus,
                   const std::vector<Item>& list, float room) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    std::array<float, part_count> widths{};
    for (const Item& item : list) {
        widths[item.part] = width_of(item);
    }
    for (const Menu& menu : menus) {
        widths[full_menus_part] += ImGui::CalcTextSize(menu.shown.c_str()).x + 2 * spacing;
    }
    widths[scene_part] =
        ImGui::CalcTextSize(source_title(app.settings.source).c_str()).x + scaled(24) + gap();
    constexpr float buttons = 5;
    widths[transport_part] = buttons * (ImGui::GetFrameHeight() + spacing) +
                             ImGui::GetTextLineHeight() + spacing; // the spinner
    float total = std::accumulate(widths.begin(), widths.end(), scaled(24) + gap());
    int left_out = 0;
    while (left_out < part_count && total > room) {
        total -= widths[static_cast<std::size_t>(left_out++)];
    }
    return left_out;
}

void draw_bar(AppState& app) {
    const std::vector<Menu> menus = menus_of(app);
    const bool wanted = std::ranges::any_of(menus, &Menu::wanted);
    // Arrows and Enter choose in a menu that is open or wanted; else they belong to the picture.
    ImGuiConfigFlags& config = ImGui::GetIO().ConfigFlags;
    config = menu_is_open() || wanted ? config | ImGuiConfigFlags_NavEnableKeyboard
                                      : config & ~ImGuiConfigFlags_NavEnableKeyboard;
    std::vector<Item> list = numbers(app, false);
    const float room = ImGui::GetContentRegionAvail().x;
    int left_out = parts_left_out(app, menus, list, room);
    if (left_out > 0) {
        list = numbers(app, true);
        left_out = parts_left_out(app, menus, list, room);
    }
    if (full_menus_part >= left_out) {
        draw_menus(app, menus);
    } else if (begin_icon_menu("", "menus", Icon::menu, wanted)) {
        draw_menus(app, menus);
        ImGui::EndMenu();
    }
    if (scene_part >= left_out) {
        ImGui::Dummy({gap() / 2, 0});
        scene_menu(app);
    }
    if (transport_part >= left_out) {
        ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
        transport_buttons(app, -1); // as far apart as all items
        ImGui::PopStyleColor();
    }
    std::erase_if(list, [&](const Item& item) { return item.part < left_out; });
    float width = 0;
    for (const Item& item : list) {
        width += width_of(item);
    }
    if (width > 0) { // else nothing follows, and ImGui wants no place for that
        const float slack = ImGui::GetContentRegionAvail().x - width;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(slack, 0.0F));
    }
    for (const Item& item : list) {
        draw_item(item);
        ImGui::SameLine(0, gap());
    }
}

// Of a long name its beginning and its end, which tells the format.
std::string without_middle(const std::string& name) {
    constexpr std::size_t longest = 32, end = 12; // letters
    std::vector<std::string> letters;
    for (std::size_t at = 0; at < name.size(); at += letters.back().size()) {
        const std::string_view rest = std::string_view(name).substr(at);
        letters.emplace_back(rest.substr(0, std::max<std::size_t>(1, utf8_length(rest))));
    }
    if (letters.size() <= longest) {
        return name;
    }
    const auto after = letters.end() - static_cast<std::ptrdiff_t>(end);
    return std::accumulate(letters.begin(), letters.begin() + (longest - end - 1), std::string()) +
           "…" + std::accumulate(after, letters.end(), std::string());
}

} // namespace

std::string source_title(const std::string& source) {
    if (is_scene(source)) {
        return tr(find_scene(source).title);
    }
    return without_middle(printable(std::filesystem::path(source).filename().string()));
}

void status_line(AppState& app) {
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(scaled(6), scaled(6)));
    if (ImGui::BeginMainMenuBar()) {
        draw_bar(app);
        // When a menu has been left, Dear ImGui gives the keyboard to the panel that was made last,
        // whose tab then comes to the front. Here no panel gets it: the keys belong to the picture.
        const ImGuiContext& ui = *ImGui::GetCurrentContext();
        if (ui.NavWindow == ui.CurrentWindow && ui.NavLayer == ImGuiNavLayer_Main &&
            !ui.NavAnyRequest && ui.ActiveId == 0) {
            ImGui::SetWindowFocus(nullptr);
        }
        ImGui::EndMainMenuBar();
    }
    ImGui::PopStyleVar();
}

} // namespace orrery
