#include "app/language/tr.hpp"
#include "app/panels/algorithm_card.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/device_picker.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

void choice_menu(const SolverOption& option, OptionValue& value) {
    const auto line_of = [&](const std::string& choice) -> MenuLine {
        const auto unavailable = option.unavailable_choices.find(choice);
        return {choice, value == OptionValue(choice), "",
                unavailable == option.unavailable_choices.end() ? "" : tr(unavailable->second)};
    };
    if (const auto* taken = drop_down("##value", tr(value.text()), option.choices, line_of)) {
        value = *taken;
    }
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

struct Group {
    std::string name; // a family, or why its algorithms cannot run on this machine
    std::vector<const SolverEntry*> entries = {};
};

void add_to(std::vector<Group>& groups, const std::string& name, const SolverEntry& entry) {
    auto group = std::ranges::find(groups, name, &Group::name);
    if (group == groups.end()) {
        group = groups.insert(group, Group{name});
    }
    group->entries.push_back(&entry);
}

// What the list shows: families of algorithms that run here, and what each reason keeps from
// running, folded into a line that a click opens.
struct Ladder {
    std::vector<Group> families, unavailable;
    std::size_t rows = 0; // of the families
    StepBars bars;
};

Ladder ladder_of(const AppState& app) {
    Ladder ladder;
    for (const SolverEntry& entry : solvers()) {
        const std::string reason = entry.unavailable();
        ladder.bars.include(app.history.costs().of(entry.info.id).milliseconds);
        if (reason.empty() || app.settings.algorithm == entry.info.id) {
            add_to(ladder.families, entry.info.family, entry);
            ++ladder.rows;
        } else {
            add_to(ladder.unavailable, reason, entry);
        }
    }
    return ladder;
}

// Heights of the list's lines, in pixels: as far apart as is comfortable, and closer where the
// whole ladder would not be seen at once.
struct LineHeights {
    static constexpr float comfortable = 25, closest = 15; // at scale 1
    static constexpr float heading_share = 0.95F;          // of a row
    float row = 0, heading = 0;

    static float of_all(const Ladder& ladder, float row) {
        const auto headings = static_cast<float>(ladder.families.size());
        const auto folded = static_cast<float>(ladder.unavailable.size());
        return row * (static_cast<float>(ladder.rows) + heading_share * headings) +
               folded * ImGui::GetTextLineHeightWithSpacing();
    }

    LineHeights(const Ladder& ladder, float room) {
        const float folded = of_all(ladder, 0);
        const float lines = of_all(ladder, 1) - folded;
        row = std::clamp((room - folded) / lines, scaled(closest), scaled(comfortable));
        heading = heading_share * row;
    }
};

// Brings the item above, which runs, into view when it is another one, and when the list has become
// another one. Not otherwise: a user who scrolls on wants to see other lines.
void keep_in_view() {
    ImGuiStorage& seen = *ImGui::GetStateStorage();
    const auto changed = [&](const char* what, float now) {
        float& before = *seen.GetFloatRef(ImGui::GetID(what), -1);
        return std::abs(std::exchange(before, now) - now) >= 2;
    };
    const bool moved =
        changed("top", ImGui::GetItemRectMin().y - ImGui::GetWindowPos().y + ImGui::GetScrollY());
    if (changed("height", ImGui::GetWindowHeight()) || moved) {
        ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
    }
}

void family_heading(const std::string& family, float height) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec4 colour = as_vector(family_colour(family));
    ImGui::Dummy({width, height});
    ImGui::PushFont(strong_font(), small_text_height);
    const float top = corner.y + (height - ImGui::GetFontSize()) / 2;
    const float middle = corner.y + height / 2;
    const float end = corner.x + scaled(6) + ImGui::CalcTextSize(tr(family).c_str()).x + scaled(8);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    line_in(draw, {corner.x + scaled(6), top}, corner.x + width, colour, tr(family));
    draw.AddLine({end, middle}, {corner.x + width, middle}, faded(colour, 0.25F), scaled(1));
    ImGui::PopFont();
}

void lines_of(AppState& app, const Ladder& ladder, const Group& group, float height) {
    for (const SolverEntry* const entry : group.entries) {
        if (algorithm_row(app, *entry, ladder.bars, height)) {
            app.actions.run(Command{"simulation.algorithm", entry->info.id});
        }
        if (app.settings.algorithm == entry->info.id) {
            keep_in_view();
        }
    }
}

// One line for all that one reason keeps from running; a click shows them.
bool unfolded(const Group& group) {
    const std::string words = tr_format("{} more: {}", group.entries.size(), tr(group.name));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float right = corner.x + ImGui::GetContentRegionAvail().x;
    const bool open =
        ImGui::TreeNodeEx(("###" + group.name).c_str(),
                          ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth);
    line_in(*ImGui::GetWindowDrawList(), {corner.x + ImGui::GetTreeNodeToLabelSpacing(), corner.y},
            right, quiet_colour(), words);
    tip(words);
    return open;
}

void list_of(AppState& app, const Ladder& ladder) {
    const LineHeights heights(ladder, ImGui::GetWindowHeight());
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    for (const Group& family : ladder.families) {
        family_heading(family.name, heights.heading);
        lines_of(app, ladder, family, heights.row);
    }
    ImGui::PopStyleVar();
    for (const Group& group : ladder.unavailable) {
        if (unfolded(group)) {
            lines_of(app, ladder, group, heights.row);
        }
    }
}

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
        small_text(text_colour(), info.idea);
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

} // namespace

// The list, and below it what is chosen: lines keep their places whichever that is.
void algorithm_deck_panel(AppState& app) {
    if (begin_panel("Algorithms")) {
        const Ladder ladder = ladder_of(app);
        const float room = ImGui::GetContentRegionAvail().y;
        // Room for what most algorithms say; a list that leaves less gets it in brief.
        constexpr float in_full = 300;
        const float comfortable = LineHeights::of_all(ladder, scaled(LineHeights::comfortable));
        const bool brief = room - scaled(in_full) < comfortable;
        float& details =
            *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("details"), scaled(150));
        const float height = std::min(details, (brief ? 0.6F : 0.5F) * room);
        const float gap = ImGui::GetStyle().ItemSpacing.y;
        if (ImGui::BeginChild("list", {0, std::max(room - height - 2 * gap, scaled(60))})) {
            list_of(app, ladder);
        }
        ImGui::EndChild();
        ImGui::Separator();
        if (ImGui::BeginChild("chosen", {0, 0})) {
            algorithm_details(app, brief);
            details = ImGui::GetCursorPosY() + scaled(2);
        }
        ImGui::EndChild();
    }
    ImGui::End();
}

} // namespace orrery
