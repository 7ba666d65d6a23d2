#include "app/window/save_dialog.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <system_error>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr const char* title = tr_noop("Save the session");
constexpr const char* ending = ".orrery";

} // namespace

void SaveDialog::open(const fs::path& proposed) {
    opening_ = true;
    typed_ = proposed.filename().string();
    warned_of_.clear();
    list_.refresh();
}

std::optional<fs::path> SaveDialog::accept_typed() {
    if (typed_.empty()) {
        return std::nullopt;
    }
    fs::path file = list_.folder() / typed_; // an absolute path stays itself
    std::error_code error;
    if (fs::is_directory(file, error)) {
        list_.go_to(file.lexically_normal());
        typed_.clear();
        return std::nullopt;
    }
    if (file.extension() != ending) {
        file += ending;
    }
    if (!fs::is_directory(file.parent_path(), error)) {
        list_.complain(tr_format("Folder not found: {}", file.parent_path().string()));
        return std::nullopt;
    }
    if (fs::exists(file, error) && warned_of_ != file) {
        warned_of_ = file;
        list_.complain(
            tr_format("{} already exists. Press again to replace it.", file.filename().string()));
        return std::nullopt;
    }
    return file;
}

std::optional<fs::path> SaveDialog::draw() {
    const bool appearing = std::exchange(opening_, false);
    std::optional<fs::path> chosen;
    if (!begin_file_dialog(title, appearing)) {
        return chosen;
    }
    if (appearing || std::exchange(asking_, false)) {
        ImGui::SetKeyboardFocusHere();
    }
    fill_line();
    if (ImGui::InputTextWithHint("##name", tr("Type a name and press Enter"), &typed_,
                                 ImGuiInputTextFlags_EnterReturnsTrue |
                                     ImGuiInputTextFlags_AutoSelectAll)) {
        chosen = accept_typed();
        asking_ = !chosen;
    }
    list_.draw_problem();
    if (const auto file = list_.draw(file_list_height())) {
        typed_ = file->filename().string();
    }
    if (ImGui::Button(tr_id("Save").c_str())) {
        chosen = accept_typed();
    }
    ImGui::SameLine();
    const bool given_up = ImGui::Button(tr_id("Not now").c_str());
    if (chosen || given_up) {
        ImGui::CloseCurrentPopup();
    }
    ImGui::EndPopup();
    return chosen;
}

} // namespace orrery
