// For the speaker: where the tour is, what to say, what comes next, and the time.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/speaker.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <imgui.h>

namespace orrery {
namespace {

void step_list(AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        const bool present = i == tour.position;
        ImGui::PushID(static_cast<int>(i));
        ImGui::PushStyleColor(ImGuiCol_Text, present ? accent_colour()
                                             : i < tour.position
                                                 ? quiet_colour()
                                                 : ImGui::GetStyle().Colors[ImGuiCol_Text]);
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

} // namespace

void tour_panel(AppState& app) {
    // Its tab comes to the front, but for where the notes are in a panel of their own.
    const ImGuiWindowFlags stays =
        app.get<SpeakerStatus>().open ? ImGuiWindowFlags_NoFocusOnAppearing : 0;
    if (ImGui::Begin(tr_id("Tour").c_str(), nullptr, stays)) {
        const TourStatus& tour = app.get<TourStatus>();
        ImGui::PushFont(strong_font(), 0);
        ImGui::TextUnformatted(tour.title.c_str());
        ImGui::PopFont();
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
