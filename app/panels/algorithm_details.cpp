#include "app/panels/algorithm_details.hpp"

#include "app/language/tr.hpp"
#include "app/panels/algorithm_card.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/device_picker.hpp"
#include "app/panels/option_range.hpp"
#include "app/panels/theme.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {
namespace {

void choice_menu(const SolverOption& option, OptionValue& value) {
    if (!ImGui::BeginCombo("##value", tr(value.text()).c_str())) {
        return;
    }
    for (const std::string& choice : option.choices) {
        const auto unavailable = option.unavailable_choices.find(choice);
        const std::string reason =
            unavailable == option.unavailable_choices.end() ? "" : tr(unavailable->second);
        const DisabledBecause disabled(reason);
        if (ImGui::Selectable(tr_id(choice).c_str(), value == OptionValue(choice))) {
            value = choice;
        }
        tip(reason);
    }
    ImGui::EndCombo();
}

void option_row(AppState& app, const SolverOption& option, OptionValue& value,
                const std::string& reason, float column) {
    row(option.title, option.tooltip, column);
    ImGui::PushID(option.id);
    unless(reason, [&] {
        if (option.choices.empty()) {
            double number = value.is_number() ? value.number() : option.default_value;
            number_control(app, "value", number, option_range(option));
            value = number;
        } else {
            choice_menu(option, value);
        }
    });
    ImGui::PopID();
}

// Where all controls can begin, at scale 1: behind the longest name that leaves them enough room.
float column_of(const SolverInfo& info) {
    const float widest = 0.46F * ImGui::GetContentRegionAvail().x;
    float column = 0;
    for (const SolverOption& option : info.options) {
        column = std::max(column, ImGui::CalcTextSize(tr(option.title)).x);
    }
    for (const char* const name : {tr_noop("Sharing"), "GPUs"}) {
        column = std::max(column, ImGui::CalcTextSize(tr(name)).x);
    }
    return (std::min(column, widest) + ImGui::GetStyle().ItemSpacing.x) / scaled(1);
}

void option_rows(AppState& app, const SolverInfo& info, float column) {
    const OptionValues values = options_of(app.settings, info.id);
    for (const SolverOption& option : info.options) {
        const OptionValue before = option.value_in(values);
        OptionValue value = before;
        const std::string reason =
            info.in_effect(option, values)
                ? ""
                : tr_format("Only used with: {}", tr(option.only_with.choice));
        option_row(app, option, value, reason, column);
        if (value != before) {
            app.settings.solver_options[info.id][option.id] = value;
        }
    }
}

// How fast it is, and that the others are to be compared with it.
void figures_row(AppState& app, const SolverEntry& entry) {
    if (const std::string figures = step_figures(app, entry); !figures.empty()) {
        ImGui::PushFont(number_font(), small_text_height);
        ImGui::TextColored(quiet_colour(), "%s", figures.c_str());
        ImGui::PopFont();
        ImGui::SameLine();
    }
    const std::string label = tr_id("Set as 1 ×");
    if (app.view.reference == entry.info.id) {
        ImGui::NewLine();
        return;
    }
    const float width =
        ImGui::CalcTextSize(label.c_str(), nullptr, true).x + 2 * ImGui::GetStyle().FramePadding.x;
    if (ImGui::GetContentRegionAvail().x < width) {
        ImGui::NewLine();
    }
    if (ImGui::SmallButton(label.c_str())) {
        app.actions.run(Command{"view.reference", entry.info.id});
    }
    tip("Every line then shows its speed-up over this algorithm");
}

} // namespace

void algorithm_details(AppState& app, bool brief) {
    const SolverEntry& entry = find_solver(app.settings.algorithm);
    const SolverInfo& info = entry.info;
    ImGui::PushID(info.id);
    const ImGuiStyle& style = ImGui::GetStyle();
    // Closer together where the ladder wants the room.
    const float between = brief ? 0.5F : 1, within = brief ? 0.75F : 1;
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, between * style.ItemSpacing.y);
    ImGui::PushStyleVarY(ImGuiStyleVar_FramePadding, within * style.FramePadding.y);
    running_heading(app, entry);
    if (!brief) {
        ImGui::PushTextWrapPos(0);
        small_text(style.Colors[ImGuiCol_Text], info.idea);
        small_text(quiet_colour(), pair_count(info) + " · " + info.source);
        ImGui::PopTextWrapPos();
    }
    figures_row(app, entry);
    const float column = column_of(info);
    option_rows(app, info, column);
    sharing_picker(app, entry, column);
    device_picker(app, entry.info_with(app.settings.sharing).space, column);
    ImGui::PopStyleVar(2);
    ImGui::PopID();
}

} // namespace orrery
