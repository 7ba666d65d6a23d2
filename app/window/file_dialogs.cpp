#include "app/window/file_dialogs.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/state/app_state.hpp"
#include "render/record/programs.hpp"

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

} // namespace

void FileDialogs::open_own() {
    opening_ = true;
    typed_ = saves() ? asked_.file.filename().string() : "";
    problem_.clear();
    warned_of_.clear();
}

std::optional<fs::path> FileDialogs::accept_typed() {
    if (typed_.empty()) {
        return std::nullopt;
    }
    std::error_code error;
    if (fs::is_directory(typed_, error)) {
        problem_ = tr_format("{} is a folder: type the name of a file", typed_);
        return std::nullopt;
    }
    const fs::path file = fs::absolute(saves() ? with_ending(typed_) : fs::path(typed_), error);
    if (!saves() && !fs::is_regular_file(file, error)) {
        problem_ = tr_format("File not found: {}", file.string());
        return std::nullopt;
    }
    if (!fs::is_directory(file.parent_path(), error)) {
        problem_ = tr_format("Folder not found: {}", file.parent_path().string());
        return std::nullopt;
    }
    if (saves() && fs::exists(file, error) && warned_of_ != file) {
        warned_of_ = file;
        problem_ =
            tr_format("{} already exists. Press again to replace it.", file.filename().string());
        return std::nullopt;
    }
    return file;
}

// In the middle of the window, as large as that allows.
std::optional<fs::path> FileDialogs::draw_own(const std::vector<fs::path>& recent) {
    const bool appearing = std::exchange(opening_, false);
    const char* const title = title_of(asked_.what);
    if (appearing) {
        ImGui::OpenPopup(title);
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Appearing, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({std::min(36 * line, 0.9F * viewport.WorkSize.x), 0});
    bool stays = true;
    std::optional<fs::path> chosen;
    if (!ImGui::BeginPopupModal(tr_id(title).c_str(), &stays, ImGuiWindowFlags_AlwaysAutoResize)) {
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
    bool given_up = false;
    if (saves()) {
        if (ImGui::Button(tr_id("Save").c_str())) {
            chosen = accept_typed();
        }
        ImGui::SameLine();
        given_up = ImGui::Button(tr_id("Not now").c_str());
    } else if (!recent.empty()) {
        ImGui::SeparatorText(tr("Recent files"));
        for (const fs::path& one : recent) {
            chosen = ImGui::Selectable(one.c_str(), false, ImGuiSelectableFlags_NoAutoClosePopups)
                         ? one
                         : chosen;
        }
    }
    if (chosen || given_up) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return chosen;
}

// The dialog program's answer: reads its output and waits until it ends.
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
