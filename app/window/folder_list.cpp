#include "app/window/folder_list.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"

#include <imgui.h>

#include <algorithm>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

bool hidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

} // namespace

void FolderList::refresh() {
    if (folder_.empty()) {
        std::error_code error;
        folder_ = fs::current_path(error);
    }
    go_to(folder_);
}

void FolderList::go_to(const fs::path& folder) {
    std::error_code error;
    std::vector<Entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const bool other = !ending_.empty() && entry->path().extension() != ending_;
        if (hidden(entry->path())) {
            continue;
        }
        std::error_code ignored; // a dangling link is neither a folder nor a file
        if (entry->is_directory(ignored)) {
            entries.push_back({entry->path(), entry->path().filename().string() + "/", "", true});
        } else if (!other && entry->is_regular_file(ignored)) {
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

std::optional<fs::path> FolderList::draw(float height) {
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

void FolderList::draw_problem() const {
    if (!problem_.empty()) {
        ImGui::TextWrapped("%s", problem_.c_str());
    }
}

bool begin_file_dialog(const char* title, bool opening) {
    if (opening) {
        ImGui::OpenPopup(title);
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(36 * line, 0.9F * viewport.WorkSize.x), 0});
    bool stays = true;
    return ImGui::BeginPopupModal(tr_id(title).c_str(), &stays, ImGuiWindowFlags_AlwaysAutoResize);
}

float file_list_height() {
    const float line = ImGui::GetTextLineHeightWithSpacing();
    return std::clamp(0.4F * ImGui::GetMainViewport()->WorkSize.y, 4 * line, 16 * line);
}

} // namespace orrery
