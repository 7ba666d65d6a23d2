// For the speaker: where the tour is, what to say, what comes next, and the time; and its steps, to
// be put in another order, renamed and rewritten.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/speaker.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <utility>

namespace orrery {
namespace {

void step_list(AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        const bool present = i == tour.position;
        ImGui::PushID(static_cast<int>(i));
        ImGui::PushStyleColor(ImGuiCol_Text, present             ? accent_colour()
                                             : i < tour.position ? quiet_colour()
                                                                 : text_colour());
        const std::string line = fmt::format("{}  {}", i + 1, tour.steps[i]);
        if (ImGui::Selectable(line.c_str(), present)) {
            app.requests.add(GoToStep{i});
        }
        ImGui::PopStyleColor();
        ImGui::PopID();
    }
}

void edit_button(AppState& app) {
    TourEditing& editing = app.get<TourStatus>().editing;
    if (ImGui::Button(tr_id(editing.open      ? tr_noop("Done")
                            : editing.changed ? tr_noop("Edit *")
                                              : tr_noop("Edit"))
                          .c_str())) {
        editing.open = !editing.open;
        editing.step = app.get<TourStatus>().position;
        editing.typed_version.reset();
    }
    tip(editing.changed ? "Edits the steps; changes are not saved yet" : "Edits the steps");
}

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

} // namespace

void tour_panel(AppState& app) {
    // Its tab comes to the front, but for where the notes are in a panel of their own.
    const ImGuiWindowFlags stays =
        app.get<SpeakerStatus>().open ? ImGuiWindowFlags_NoFocusOnAppearing : 0;
    if (ImGui::Begin(tr_id("Tour").c_str(), nullptr, stays)) {
        const TourStatus& tour = app.get<TourStatus>();
        strong_text(tour.title);
        ImGui::SameLine();
        number_text(quiet_colour(), tr_format("{} of {}", tour.position + 1, tour.steps.size()));
        number_text(as_clock(tour.seconds));
        tip("Time since the tour started, without breaks");
        ImGui::SameLine();
        small_text(quiet_colour(), tr_format("in this step {}", as_clock(tour.seconds_in_step)));
        if (!tour.notes.empty() && !tour.editing.open) {
            ImGui::PushTextWrapPos(0);
            ImGui::TextUnformatted(tour.notes.c_str());
            ImGui::PopTextWrapPos();
        }
        app.actions.button("tour.previous", "Back");
        ImGui::SameLine();
        app.actions.button("tour.next", "Next");
        ImGui::SameLine();
        app.actions.button("tour.leave", "Leave");
        if (tour.editing.possible) {
            ImGui::SameLine();
            edit_button(app);
        }
        ImGui::Separator();
        if (tour.editing.open) {
            step_editor(app);
        } else {
            if (ImGui::BeginChild("steps")) {
                step_list(app);
            }
            ImGui::EndChild();
        }
    }
    ImGui::End();
}

} // namespace orrery
