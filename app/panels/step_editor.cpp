// The steps of the tour that is given, to be put in another order, renamed and rewritten.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <utility>

namespace orrery {
namespace {

using What = TourEdit::What;

// Fields as they are typed; what they say is done when one is left.
void take_fields(TourEditing& editing) {
    if (editing.typed_version != editing.version) {
        editing.typed_version = editing.version;
        editing.typed = editing.steps[editing.step];
    }
}

void field(AppState& app, const char* name, const char* hint, What what, std::string& text,
           int lines) {
    TourEditing& editing = app.get<TourStatus>().editing;
    small_text(quiet_colour(), name);
    ImGui::PushID(name);
    fill_line();
    if (lines == 1) {
        ImGui::InputTextWithHint("##text", hint, &text);
    } else {
        const float height = static_cast<float>(lines) * ImGui::GetTextLineHeight() +
                             2 * ImGui::GetStyle().FramePadding.y;
        ImGui::InputTextMultiline("##text", &text, {-1, height}, ImGuiInputTextFlags_WordWrap);
    }
    tip(hint);
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        app.requests.add(TourEdit{what, editing.step, text});
    }
    ImGui::PopID();
}

void move_button(AppState& app, const char* text, const char* tooltip, What what, bool enabled) {
    ImGui::BeginDisabled(!enabled);
    if (ImGui::Button(text)) {
        app.requests.add(TourEdit{what, app.get<TourStatus>().editing.step});
        // The fields go along with the step.
        app.get<TourStatus>().editing.step += what == What::later ? 1 : 0;
        app.get<TourStatus>().editing.step -= what == What::earlier ? 1 : 0;
    }
    ImGui::EndDisabled();
    tip(tooltip);
    // In a narrow panel they stand in two rows.
    const float room = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x;
    if (ImGui::GetItemRectMax().x + scaled(96) < room) {
        ImGui::SameLine();
    }
}

void buttons(AppState& app) {
    const TourEditing& editing = app.get<TourStatus>().editing;
    const EditedStep& step = editing.steps[editing.step];
    move_button(app, "Earlier", "Moves it before the previous step", What::earlier, step.earlier);
    move_button(app, "Later", "Moves it after the next step", What::later, step.later);
    move_button(app, "Delete", "Deletes the step", What::remove, editing.steps.size() > 1);
    move_button(app, "Undo", "Undoes the last change to the tour", What::take_back, true);
    ImGui::BeginDisabled(!editing.changed);
    if (ImGui::Button(tr_id("Save").c_str())) {
        app.requests.add(SaveTour{});
    }
    ImGui::EndDisabled();
    tip(tr_format("Saves {} and leaves the rest of it unchanged; a built-in tour is saved as a "
                  "copy in the working folder",
                  editing.file));
}

void list(TourEditing& editing) {
    for (std::size_t i = 0; i < editing.steps.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const std::string line = fmt::format("{}  {}", i + 1, editing.steps[i].title);
        if (ImGui::Selectable(line.c_str(), i == editing.step)) {
            editing.step = i;
            editing.typed_version.reset();
        }
        ImGui::PopID();
    }
}

} // namespace

void step_editor(AppState& app) {
    TourEditing& editing = app.get<TourStatus>().editing;
    take_fields(editing);
    field(app, "Title", "Large, on the picture", What::title, editing.typed.title, 1);
    field(app, "Words", "Below it, for the audience", What::words, editing.typed.words, 2);
    field(app, "Notes", "For the speaker only", What::notes, editing.typed.notes, 5);
    buttons(app);
    ImGui::Separator();
    if (ImGui::BeginChild("edited steps")) {
        list(editing);
    }
    ImGui::EndChild();
}

} // namespace orrery
