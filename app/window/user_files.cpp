#include "app/window/user_files.hpp"

#include "app/state/app_state.hpp"
#include "sim/base/atomic_file.hpp"

#include <fmt/chrono.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr const char* remembered_file = "ui.toml";

std::optional<fs::path> folder_from_environment(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') {
        return std::nullopt;
    }
    return fs::path(value);
}

} // namespace

fs::path new_file(const fs::path& folder, std::string_view name, std::string_view extension) {
    const std::string stem =
        fmt::format("{}-{:%Y%m%d-%H%M%S}", name, fmt::localtime(std::time(nullptr)));
    fs::path file = folder / fmt::format("{}{}", stem, extension);
    std::error_code unreadable; // is as good as absent: writing will tell
    for (int number = 2; fs::exists(file, unreadable); ++number) {
        file = folder / fmt::format("{}-{}{}", stem, number, extension);
    }
    return file;
}

std::optional<fs::path> config_folder() {
    std::optional<fs::path> folder = folder_from_environment("XDG_CONFIG_HOME");
    if (!folder && (folder = folder_from_environment("HOME"))) {
        *folder /= ".config";
    }
    std::error_code error;
    if (folder) {
        fs::create_directories(*folder /= "orrery", error);
    }
    return error ? std::nullopt : folder;
}

Preferences read_preferences(const fs::path& folder) {
    Preferences remembered;
    toml::table table;
    try {
        table = toml::parse_file((folder / remembered_file).string());
    } catch (const toml::parse_error&) {
        return remembered; // missing at the first start; spoilt by hand otherwise
    }
    const auto whole = [&](const char* part, const char* name) {
        const auto pixels = table[part][name].value_or(std::int64_t{0});
        return static_cast<int>(std::clamp<std::int64_t>(pixels, -65'535, 65'535));
    };
    const auto size = [&](const char* part) -> std::optional<Extent> {
        const auto plausible = [](int pixels) { return pixels >= 320 && pixels <= 16384; };
        const Extent kept{whole(part, "width"), whole(part, "height")};
        return plausible(kept.width) && plausible(kept.height) ? std::optional(kept) : std::nullopt;
    };
    remembered.size = size("window");
    remembered.ui_scale =
        std::clamp(table["ui"]["scale"].value_or(1.0F), smallest_ui_scale, largest_ui_scale);
    if (const std::optional<Extent> speaker = size("speaker")) {
        remembered.speaker = Rectangle{whole("speaker", "left"), whole("speaker", "top"),
                                       speaker->width, speaker->height};
        remembered.speaker_scale =
            std::clamp(table["speaker"]["scale"].value_or(0.0F), 0.0F, 16.0F);
    }
    remembered.desktop_dialogs = table["ui"]["desktop_dialogs"].value_or(true);
    remembered.language = table["ui"]["language"].value_or(std::string());
    for (std::size_t i = 0; i < max_recent_files; ++i) {
        if (const auto name = table["recent"]["files"][i].value<std::string>()) {
            remembered.recent_files.emplace_back(*name);
        }
    }
    return remembered;
}

void write_preferences(const fs::path& folder, const Preferences& remembered) {
    toml::array files;
    for (const fs::path& file : remembered.recent_files) {
        files.push_back(file.string());
    }
    // Sizes of nothing are read as none.
    const Extent size = remembered.size.value_or(Extent{});
    const Rectangle speaker = remembered.speaker.value_or(Rectangle{});
    const toml::table table{
        {"ui", toml::table{{"scale", static_cast<double>(remembered.ui_scale)},
                           {"desktop_dialogs", remembered.desktop_dialogs},
                           {"language", remembered.language}}},
        {"window", toml::table{{"width", size.width}, {"height", size.height}}},
        {"speaker", toml::table{{"left", speaker.left},
                                {"top", speaker.top},
                                {"width", speaker.width},
                                {"height", speaker.height},
                                {"scale", static_cast<double>(remembered.speaker_scale)}}},
        {"recent", toml::table{{"files", std::move(files)}}}};
    std::ostringstream text;
    text << table << '\n';
    write_whole_file(folder / remembered_file, text.str());
}

void remember_file(std::vector<fs::path>& recent, const fs::path& file) {
    std::error_code error;
    fs::path absolute = fs::absolute(file, error);
    if (error) {
        absolute = file;
    }
    std::erase(recent, absolute);
    recent.insert(recent.begin(), std::move(absolute));
    recent.resize(std::min(recent.size(), max_recent_files));
}

fs::path new_picture_file(std::string_view name, std::string_view extension) {
    return new_file(folder_from_environment("XDG_PICTURES_DIR").value_or("."), name, extension);
}

void write_whole_file(const fs::path& file, std::string_view text) {
    AtomicFile output(file, AtomicFile::Durability::none);
    output.write(text);
    output.commit();
}

} // namespace orrery
