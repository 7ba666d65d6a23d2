#pragma once

#include "render/graphics_context.hpp"
#include "render/placement.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// What the window remembers from one start to the next, besides the panels' layout.
struct Preferences {
    std::optional<Extent> size; // as it would be on a monitor of scale 1
    float ui_scale = 1;
    bool desktop_dialogs = true;
    std::optional<Rectangle> speaker; // the speaker's window, as on a monitor of scale 1
    float speaker_scale = 0;          // that its panels were laid out for; 0: not yet
    std::string language;             // an id; empty: that of the environment
    std::vector<std::filesystem::path> recent_files; // the newest first
};

// $XDG_CONFIG_HOME/orrery or ~/.config/orrery, made if need be; nullopt when it cannot be: then
// nothing is remembered, and that is no reason to stop.
std::optional<std::filesystem::path> config_folder();

// ui.toml in `folder`; whatever is missing or not understood is as at the first start.
Preferences read_preferences(const std::filesystem::path& folder);

// Throws failure naming the file. Written to a temporary name, then renamed.
void write_preferences(const std::filesystem::path& folder, const Preferences& remembered);

inline constexpr std::size_t max_recent_files = 10;

// Puts `file` at the front of the recent ones.
void remember_file(std::vector<std::filesystem::path>& recent, const std::filesystem::path& file);

// A file in `folder` whose name is not taken yet: "orrery-20261121-051942.png" for the name
// "orrery".
std::filesystem::path new_file(const std::filesystem::path& folder, std::string_view name,
                               std::string_view extension);

// The same for what the window saves: pictures and videos in $XDG_PICTURES_DIR where that is set,
// everything else in the working folder.
std::filesystem::path new_picture_file(std::string_view name = "orrery",
                                       std::string_view extension = ".png");

// Writes `text` to a temporary name beside `file`, then renames it: readers see all or nothing.
// Does not wait for the disk: a frame is worth more than what these files hold after a power cut.
// Throws failure naming the file.
void write_whole_file(const std::filesystem::path& file, std::string_view text);

} // namespace orrery
