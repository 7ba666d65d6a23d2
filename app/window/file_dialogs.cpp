#include "app/window/file_dialogs.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/record/programs.hpp"
#include "app/state/app_state.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using namespace std::string_literals;

constexpr const char* ending = ".orrery"; // of what is saved

fs::path with_ending(fs::path file) {
    return file.extension() == ending ? file : file += ending;
}

const char* title_of(FileFor what) {
    return what == FileFor::save ? tr_noop("Save the session")
                                 : tr_noop("Open a snapshot or session");
}

// In the desktop's dialog.
std::vector<std::string> dialog_arguments(const std::string& program, FileFor what,
                                          const fs::path& proposed) {
    const bool saves = what == FileFor::save;
    const std::string title = tr(title_of(what));
    const std::string session = tr("Orrery session"s);
    std::vector<std::string> arguments;
    if (program == "kdialog") {
        arguments = {program, "--title", title, saves ? "--getsavefilename" : "--getopenfilename",
                     proposed.string()};
        if (saves) {
            arguments.push_back(session + " (*.orrery)");
        }
        return arguments;
    }
    arguments = {program, "--file-selection", "--title=" + title,
                 "--filename=" + proposed.string()};
    if (saves) {
        arguments.insert(arguments.end(), {"--save", "--confirm-overwrite",
                                           "--file-filter=" + session + " | *.orrery"});
    }
    return arguments;
}

bool clicked(const std::string& name) {
    return ImGui::Selectable(name.c_str(), false, ImGuiSelectableFlags_NoAutoClosePopups);
}

} // namespace

void FileDialogs::open_own() {
    opening_ = true;
    typed_ = saves() ? asked_.file.filename().string() : "";
    warned_of_.clear();
    std::error_code error;
    go_to(folder_.empty() ? fs::current_path(error) : folder_);
}

void FileDialogs::go_to(const fs::path& folder) {
    std::error_code error;
    std::vector<Entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (name.starts_with('.')) {
            continue;
        }
        const bool listed = !saves() || entry->path().extension() == ending;
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

std::optional<fs::path> FileDialogs::accept_typed() {
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
    if (!saves()) {
        if (!fs::exists(file, error)) {
            problem_ = tr_format("File not found: {}", file.string());
            return std::nullopt;
        }
        return file;
    }
    file = with_ending(file);
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
std::optional<fs::path> FileDialogs::draw_folder() {
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
bool FileDialogs::begin_own(bool appearing) const {
    const char* const title = title_of(asked_.what);
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

std::optional<fs::path> FileDialogs::draw_own(const std::vector<fs::path>& recent) {
    const bool appearing = std::exchange(opening_, false);
    std::optional<fs::path> chosen;
    if (!begin_own(appearing)) {
        return chosen;
    }
    if (appearing || std::exchange(typing_, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    fill_line();
    if (ImGui::InputTextWithHint("##path",
                                 tr(saves()
                                        ? tr_noop("Type a name and press Enter")
                                        : tr_noop("Type a path and press Enter, or click below")),
                                 &typed_,
                                 ImGuiInputTextFlags_EnterReturnsTrue |
                                     (saves() ? ImGuiInputTextFlags_AutoSelectAll : 0))) {
        chosen = accept_typed();
        typing_ = saves() && !chosen;
    }
    if (!problem_.empty()) {
        ImGui::TextWrapped("%s", problem_.c_str());
    }
    const std::optional<fs::path> file = draw_folder();
    bool given_up = false;
    if (saves()) {
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

// What the program says until it ends.
FileDialogs::Answer FileDialogs::answer_of(pid_t process, int output, FileFor what) {
    std::string said;
    std::array<char, 4096> bytes{};
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
        count = read(output, bytes.data(), bytes.size());
        said.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    close(output);
    constexpr int given_up = 1; // both leave with this where the user has
    const int status = wait_for_program(process);
    const bool left = WIFEXITED(status);
    Answer answer{.failed = !left || WEXITSTATUS(status) > given_up};
    said.erase(std::min(said.find('\n'), said.size()));
    if (left && WEXITSTATUS(status) == 0 && !said.empty()) {
        answer.file = what == FileFor::save ? with_ending(said) : fs::path(said);
    }
    return answer;
}

FileDialogs::~FileDialogs() {
    if (asks_desktop() && !answer_.finished()) {
        kill(-process_, SIGTERM); // its group: what it started holds its output open
    }
}

std::string desktop_dialog_program() {
    const char* const desktop = std::getenv("XDG_CURRENT_DESKTOP");
    std::array names{"zenity", "kdialog"};
    if (desktop != nullptr && std::string_view(desktop).find("KDE") != std::string_view::npos) {
        std::swap(names[0], names[1]);
    }
    for (const char* name : names) {
        if (!find_program(name).empty()) {
            return name;
        }
    }
    return "";
}

bool FileDialogs::ask_desktop() {
    const std::string name = desktop_dialog_program();
    std::array<int, 2> ends{};
    if (name.empty() || pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    // A folder ends in a slash, else it would be taken for a name in the one above.
    std::error_code unknown;
    fs::path place = fs::absolute(asked_.file, unknown).lexically_normal();
    if (fs::is_directory(place, unknown)) {
        place /= "";
    }
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int error = start_program(process_, dialog_arguments(name, asked_.what, place),
                                    {nothing, ends[1], nothing});
    close(nothing);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return false;
    }
    answer_.start([process = process_, output = ends[0], what = asked_.what] {
        return answer_of(process, output, what);
    });
    return true;
}

void FileDialogs::ask(FileFor what, const fs::path& proposed, bool by_desktop) {
    if (asks_desktop()) {
        return;
    }
    asked_ = {what, proposed};
    if (!by_desktop || !ask_desktop()) {
        open_own();
    }
}

std::optional<ChosenFile> FileDialogs::draw(AppState& app) {
    std::optional<fs::path> chosen = draw_own(app.recent_files);
    if (const std::optional<Answer> answer = answer_.poll()) {
        if (answer->failed) {
            app.say(
                tr_format("{} did not open; using this dialog instead", desktop_dialog_program()));
            open_own();
        }
        chosen = answer->file;
    }
    return chosen ? std::optional(ChosenFile{asked_.what, *chosen}) : std::nullopt;
}

} // namespace orrery
