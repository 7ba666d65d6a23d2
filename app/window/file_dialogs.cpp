#include "app/window/file_dialogs.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/state/app_state.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr const char* ending = ".orrery"; // of what is saved

bool clicked(const std::string& name) {
    return ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_NoAutoClosePopups);
}

} // namespace

void FileDialog::open(const fs::path& proposed) {
    opening_ = true;
    typed_ = what_ == FileFor::save ? proposed.filename().string() : "";
    warned_of_.clear();
    std::error_code error;
    go_to(folder_.empty() ? fs::current_path(error) : folder_);
}

void FileDialog::go_to(const fs::path& folder) {
    std::error_code error;
    std::vector<Entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.')) {
            continue;
        }
        const bool listed = what_ == FileFor::open || entry->path().extension() == ending;
        std::error_code ignored; // a dangling link is neither a folder nor a file
        if (entry->is_directory(ignored)) {
            entries.push_back({entry->path(), name + "/", "", true});
        } else if (listed && entry->is_regular_file(ignored)) {
            const std::uintmax_t bytes = entry->file_size(ignored);
            entries.push_back(
                {entry->path(), name, with_prefix(static_cast<double>(bytes), "B"), false});
        }
    }
    if (error) {
        problem_ = folder.string() + ": " + error.message();
        return;
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(b.is_folder, a.path) < std::tie(a.is_folder, b.path);
    });
    if (folder.has_parent_path() && folder.parent_path() != folder) {
        entries.insert(entries.begin(), {folder.parent_path(), "../", "", true});
    }
    folder_ = folder;
    entries_ = std::move(entries);
    problem_.clear();
}

std::optional<fs::path> FileDialog::accept_typed() {
    if (typed_.empty()) {
        return std::nullopt;
    }
    fs::path file = folder_ / typed_; // an absolute path stays itself
    std::error_code error;
    if (fs::is_directory(file, error)) {
        go_to(file.lexically_normal());
        typed_.clear();
        return std::nullopt;
    }
    if (what_ == FileFor::open) {
        if (!fs::exists(file, error)) {
            problem_ = tr_format("File not found: {}", file.string());
            return std::nullopt;
        }
        return file;
    }
    if (file.extension() != ending) {
        file += ending;
    }
    if (!fs::is_directory(file.parent_path(), error)) {
        problem_ = tr_format("Folder not found: {}", file.parent_path().string());
        return std::nullopt;
    }
    if (fs::exists(file, error) && warned_of_ != file) {
        warned_of_ = file;
        problem_ =
            tr_format("{} already exists. Press again to replace it.", file.filename().string());
        return std::nullopt;
    }
    return file;
}

// The file that was clicked; folders are entered.
std::optional<fs::path> FileDialog::draw_folder() {
    std::optional<fs::path> chosen;
    std::optional<fs::path> entered;
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float height =
        std::clamp(0.4F * ImGui::GetMainViewport()->WorkSize.y, 4 * line, 16 * line);
    ImGui::TextUnformatted(folder_.string().c_str());
    if (ImGui::BeginChild("entries", {0, height}, ImGuiChildFlags_Borders)) {
        for (const Entry& entry : entries_) {
            if (clicked(entry.name)) {
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

// In the middle of the window, as large as that allows; false where it is closed.
bool FileDialog::begin(bool appearing) const {
    const char* const title = what_ == FileFor::save ? tr_noop("Save the session")
                                                     : tr_noop("Open a snapshot or session");
    if (appearing) {
        ImGui::OpenPopup(title);
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(36 * line, 0.9F * viewport.WorkSize.x), 0});
    bool stays = true;
    return ImGui::BeginPopupModal(tr_id(title).c_str(), &stays, ImGuiWindowFlags_AlwaysAutoResize);
}

std::optional<fs::path> FileDialog::draw(const std::vector<fs::path>& recent) {
    const bool appearing = std::exchange(opening_, false);
    const bool saves = what_ == FileFor::save;
    std::optional<fs::path> chosen;
    if (!begin(appearing)) {
        return chosen;
    }
    if (appearing || std::exchange(asking_, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    fill_line();
    if (ImGui::InputTextWithHint("##path",
                                 tr(saves ? tr_noop("Type a name and press Enter")
                                          : tr_noop("Type a path and press Enter, or click below")),
                                 &typed_,
                                 ImGuiInputTextFlags_EnterReturnsTrue |
                                     (saves ? ImGuiInputTextFlags_AutoSelectAll : 0))) {
        chosen = accept_typed();
        asking_ = saves && !chosen;
    }
    if (!problem_.empty()) {
        ImGui::TextWrapped("%s", problem_.c_str());
    }
    const std::optional<fs::path> file = draw_folder();
    bool given_up = false;
    if (saves) {
        typed_ = file ? file->filename().string() : typed_;
        if (ImGui::Button(tr_id("Save").c_str())) {
            chosen = accept_typed();
        }
        ImGui::SameLine();
        given_up = ImGui::Button(tr_id("Not now").c_str());
    } else {
        chosen = file ? file : chosen;
        if (!recent.empty()) {
            ImGui::SeparatorText(tr("Recent files"));
        }
        for (const fs::path& one : recent) {
            chosen = clicked(one.string()) ? one : chosen;
        }
    }
    if (chosen || given_up) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return chosen;
}

void FileDialogs::ask(FileFor what, const fs::path& proposed, bool by_desktop) {
    if (by_desktop && asks_desktop()) {
        return;
    }
    asked_ = {what, proposed};
    if (!by_desktop || !ask_desktop(what, proposed)) {
        own(what).open(proposed);
    }
}

std::optional<ChosenFile> FileDialogs::draw(AppState& app) {
    std::optional<ChosenFile> chosen;
    if (const std::optional<Answer> answer = answer_.poll()) {
        if (answer->failed) {
            app.say(
                tr_format("{} did not open; using this dialog instead", desktop_dialog_program()));
            own(asked_.what).open(asked_.file);
        } else if (answer->file) {
            chosen = {asked_.what, *answer->file};
        }
    }
    for (const FileFor what : {FileFor::open, FileFor::save}) {
        if (const auto file = own(what).draw(app.recent_files)) {
            chosen = {what, *file};
        }
    }
    return chosen;
}

} // namespace orrery
