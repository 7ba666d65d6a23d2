#include "app/panels/algorithm_details.hpp"

#include "app/language/tr.hpp"
#include "app/panels/algorithm_card.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/device_picker.hpp"
#include "app/panels/option_range.hpp"
#include "app/panels/theme.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>

namespace orrery {
namespace {

void choice_menu(const SolverOption& option, OptionValue& value) {
    ImGui::SetNextItemWidth(-1);
    if (!ImGui::BeginCombo("##value", tr(value.text()).c_str())) {
        return;
    }
    for (const std::string& choice : option.choices) {
        if (ImGui::Selectable(tr_id(choice).c_str(), value == OptionValue(choice))) {
            value = choice;
        }
    }
    ImGui::EndCombo();
}

void option_row(AppState& app, const SolverOption& option, OptionValue& value) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet_colour(), "%s", tr(option.title));
    tip(option.tooltip);
    ImGui::SameLine();
    ImGui::PushID(option.id);
    if (option.choices.empty()) {
        double number = value.is_number() ? value.number() : option.default_value;
        number_control(app, "value", number, option_range(option));
        value = number;
    } else {
        choice_menu(option, value);
    }
    ImGui::PopID();
}

void option_rows(AppState& app, const SolverInfo& info) {
    const OptionValues values = options_of(app.settings, info.id);
    for (const SolverOption& option : info.options) {
        const OptionValue before = option.value_in(values);
        OptionValue value = before;
        ImGui::BeginDisabled(!info.in_effect(option, values));
        option_row(app, option, value);
        ImGui::EndDisabled();
        if (value != before) {
            app.settings.solver_options[info.id][option.id] = value;
        }
    }
}

void reference_row(AppState& app, const std::string& id) {
    if (app.view.reference == id) {
        small_text(quiet_colour(), "The others' × are relative to this one");
        return;
    }
    if (ImGui::SmallButton(tr_id("Compare the others with this one").c_str())) {
        app.actions.run(Command{"view.reference", id});
    }
    tip("Every card then shows its speed-up over this algorithm");
}

} // namespace

void algorithm_details(AppState& app) {
    const SolverEntry& entry = find_solver(app.settings.algorithm);
    const SolverInfo& info = entry.info;
    ImGui::PushID(info.id);
    ImGui::PushTextWrapPos(0);
    ImGui::PushFont(strong_font(), small_text_height);
    ImGui::TextUnformatted(tr(info.title));
    ImGui::PopFont();
    small_text(ImGui::GetStyle().Colors[ImGuiCol_Text], info.idea);
    small_text(quiet_colour(), pair_count(info) + " · " + info.source);
    ImGui::PopTextWrapPos();
    option_rows(app, info);
    sharing_picker(app, entry, 0);
    device_picker(app, entry.info_with(app.settings.sharing).space, 0);
    reference_row(app, info.id);
    ImGui::PopID();
}

} // namespace orrery
