#include "app/window/open_dialog.hpp"

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <system_error>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr const char* title = tr_noop("Open a snapshot or session");

} // namespace

void OpenDialog::open() {
    opening_ = true;
    typed_.clear();
    list_.refresh();
}

std::optional<fs::path> OpenDialog::accept_typed() {
    if (typed_.empty()) {
        return std::nullopt;
    }
    const fs::path path = list_.folder() / typed_; // an absolute path stays itself
    std::error_code error;
    if (fs::is_directory(path, error)) {
        list_.go_to(path.lexically_normal());
        typed_.clear();
        return std::nullopt;
    }
    if (!fs::exists(path, error)) {
        list_.complain(tr_format("File not found: {}", path.string()));
        return std::nullopt;
    }
    return path;
}

std::optional<fs::path> OpenDialog::recent_list(const std::vector<fs::path>& recent) const {
    std::optional<fs::path> chosen;
    if (recent.empty()) {
        return chosen;
    }
    ImGui::SeparatorText(tr("Recent files"));
    for (const fs::path& file : recent) {
        if (ImGui::Selectable(file.string().c_str(), false,
                              ImGuiSelectableFlags_NoAutoClosePopups)) {
            chosen = file;
        }
    }
    return chosen;
}

std::optional<fs::path> OpenDialog::draw(const std::vector<fs::path>& recent) {
    const bool appearing = std::exchange(opening_, false);
    std::optional<fs::path> chosen;
    if (!begin_file_dialog(title, appearing)) {
        return chosen;
    }
    if (appearing) {
        ImGui::SetKeyboardFocusHere();
    }
    fill_line();
    if (ImGui::InputTextWithHint("##path", tr("Type a path and press Enter, or click below"),
                                 &typed_, ImGuiInputTextFlags_EnterReturnsTrue)) {
        chosen = accept_typed();
    }
    list_.draw_problem();
    if (const auto file = list_.draw(file_list_height())) {
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
