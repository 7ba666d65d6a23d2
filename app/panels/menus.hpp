#pragma once

#include "app/state/app_state.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// What a scene or a file is called.
std::string source_title(const std::string& source);

// One line of a menu.
void menu_item(const Action& action);

// The menus are the actions, grouped by the menu each names, in the order of their registration.
std::vector<std::string_view> menu_names(const Actions& actions);

// All of them, side by side in a bar or one below the other in a menu. Alt and the letter that is
// underlined while Alt is held opens one; arrows and Enter choose.
void menus(AppState& app);

// Arrows and Enter choose in a menu that is open or wanted; else they belong to the picture.
void lead_keys(const AppState& app);

// Whether a key has asked for a menu in this frame.
bool menu_wanted(const AppState& app);

// Lines that open the files that were opened of late.
void recent_file_items(AppState& app);

} // namespace orrery
