#include "app/window/open_dialog.hpp"

#include "app/numbers.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr const char* title = "Open a snapshot or session";

bool hidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

} // namespace

void OpenDialog::open() {
    opening_ = true;
    typed_.clear();
    if (folder_.empty()) {
        std::error_code error;
        folder_ = fs::current_path(error);
    }
    go_to(folder_);
}

// A folder that cannot be read leaves the list as it was.
void OpenDialog::go_to(const fs::path& folder) {
    std::error_code error;
    std::vector<Entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        if (hidden(entry->path())) {
            continue;
        }
        std::error_code ignored; // a dangling link is neither a folder nor a file
        if (entry->is_directory(ignored)) {
            entries.push_back({entry->path(), entry->path().filename().string() + "/", "", true});
        } else if (entry->is_regular_file(ignored)) {
            const std::uintmax_t bytes = entry->file_size(ignored);
            entries.push_back({entry->path(), entry->path().filename().string(),
                               with_prefix(static_cast<double>(bytes), "B"), false});
        }
    }
    if (error) {
        problem_ = folder.string() + ": " + error.message();
        return;
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.is_folder != b.is_folder ? a.is_folder : a.path < b.path;
    });
    if (folder.has_parent_path() && folder.parent_path() != folder) {
        entries.insert(entries.begin(), {folder.parent_path(), "../", "", true});
    }
    folder_ = folder;
    entries_ = std::move(entries);
    problem_.clear();
}

std::optional<fs::path> OpenDialog::accept_typed() {
    if (typed_.empty()) {
        return std::nullopt;
    }
    const fs::path path = folder_ / typed_; // an absolute path stays itself
    std::error_code error;
    if (fs::is_directory(path, error)) {
        go_to(path.lexically_normal());
        typed_.clear();
        return std::nullopt;
    }
    if (!fs::exists(path, error)) {
        problem_ = "There is no file " + path.string();
        return std::nullopt;
    }
    return path;
}

std::optional<fs::path> OpenDialog::entry_list(float height) {
    std::optional<fs::path> chosen;
    std::optional<fs::path> entered;
    ImGui::TextUnformatted(folder_.string().c_str());
    if (ImGui::BeginChild("entries", {0, height}, ImGuiChildFlags_Borders)) {
        for (const Entry& entry : entries_) {
            if (ImGui::Selectable(entry.name.c_str(), false,
                                  ImGuiSelectableFlags_NoAutoClosePopups)) {
                (entry.is_folder ? entered : chosen) = entry.path;
            }
            const float width = ImGui::CalcTextSize(entry.size.c_str()).x;
            ImGui::SameLine();
            ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
            ImGui::TextDisabled("%s", entry.size.c_str());
        }
    }
    ImGui::EndChild();
    if (entered) {
        go_to(*entered);
    }
    return chosen;
}

std::optional<fs::path> OpenDialog::recent_list(const std::vector<fs::path>& recent) const {
    std::optional<fs::path> chosen;
    if (recent.empty()) {
        return chosen;
    }
    ImGui::SeparatorText("Opened of late");
    for (const fs::path& file : recent) {
        if (ImGui::Selectable(file.string().c_str(), false,
                              ImGuiSelectableFlags_NoAutoClosePopups)) {
            chosen = file;
        }
    }
    return chosen;
}

std::optional<fs::path> OpenDialog::draw(const std::vector<fs::path>& recent) {
    const bool appearing = opening_;
    if (opening_) {
        ImGui::OpenPopup(title);
        opening_ = false;
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(36 * line, 0.9F * viewport.WorkSize.x), 0});
    std::optional<fs::path> chosen;
    bool stays = true;
    if (!ImGui::BeginPopupModal(title, &stays, ImGuiWindowFlags_AlwaysAutoResize)) {
        return chosen;
    }
    if (appearing) {
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputTextWithHint("##path", "A path, then Enter; or click below", &typed_,
                                 ImGuiInputTextFlags_EnterReturnsTrue)) {
        chosen = accept_typed();
    }
    if (!problem_.empty()) {
        ImGui::TextWrapped("%s", problem_.c_str());
    }
    const float height = std::clamp(0.4F * viewport.WorkSize.y, 4 * line, 16 * line);
    if (const auto file = entry_list(height)) {
        chosen = file;
    }
    if (const auto file = recent_list(recent)) {
        chosen = file;
    }
    if (chosen) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return chosen;
}

} // namespace orrery
