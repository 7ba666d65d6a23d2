#include "app/language/tr.hpp"
#include "app/panels/algorithm_card.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/device_picker.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

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
        ImGui::BeginDisabled(!reason.empty());
        if (ImGui::Selectable(tr_id(choice).c_str(), value == OptionValue(choice))) {
            value = choice;
        }
        tip(reason);
        ImGui::EndDisabled();
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

using Entries = std::vector<const SolverEntry*>;

struct Group {
    const char* name; // a family, or why its algorithms cannot run on this machine
    Entries entries;
};

// What the list shows: families of algorithms that run here, and what each reason keeps from
// running, folded into a line that a click opens.
struct Ladder {
    std::vector<Group> families;
    std::vector<std::pair<std::string, Entries>> unavailable; // by the reason
    StepBars bars;

    std::size_t rows() const {
        std::size_t count = 0;
        for (const Group& family : families) {
            count += family.entries.size();
        }
        return count;
    }
};

Ladder ladder_of(const AppState& app) {
    Ladder ladder;
    for (const SolverEntry& entry : solvers()) {
        const std::string reason = entry.unavailable();
        ladder.bars.include(app.history.costs().of(entry.info.id).milliseconds);
        if (!reason.empty() && app.settings.algorithm != entry.info.id) {
            const auto known = std::find_if(ladder.unavailable.begin(), ladder.unavailable.end(),
                                            [&](const auto& of) { return of.first == reason; });
            Entries& others = known == ladder.unavailable.end()
                                  ? ladder.unavailable.emplace_back(reason, Entries()).second
                                  : known->second;
            others.push_back(&entry);
            continue;
        }
        if (ladder.families.empty() ||
            std::string_view(ladder.families.back().name) != entry.info.family) {
            ladder.families.push_back({entry.info.family, {}});
        }
        ladder.families.back().entries.push_back(&entry);
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
        return row * (static_cast<float>(ladder.rows()) + heading_share * headings) +
               folded * ImGui::GetTextLineHeightWithSpacing();
    }

    LineHeights(const Ladder& ladder, float room) {
        const float folded = of_all(ladder, 0);
        const float lines = of_all(ladder, 1) - folded;
        row = std::clamp((room - folded) / lines, scaled(closest), scaled(comfortable));
        heading = heading_share * row;
    }
};

// Scrolls in whole lines, so that none is cut at the top.
class LineScroll {
public:
    void begin_line() { tops_.push_back(ImGui::GetCursorPosY()); }
    // The line that has begun last is the one that runs; it ends here.
    void end_running_line() {
        running_ = tops_.size() - 1;
        running_end_ = ImGui::GetCursorPosY();
    }

    // Brings the running line into view when it is another one, and when the list has become
    // another one. Not otherwise: a user who scrolls on wants to see other lines.
    void bring_into_view() const {
        if (!running_) {
            return;
        }
        ImGuiStorage& seen = *ImGui::GetStateStorage();
        const float top = tops_[*running_];
        const float height = ImGui::GetWindowHeight();
        float& seen_top = *seen.GetFloatRef(ImGui::GetID("top"), -1);
        float& seen_height = *seen.GetFloatRef(ImGui::GetID("height"), -1);
        if (std::abs(seen_top - top) < 2 && std::abs(seen_height - height) < 2) {
            return;
        }
        const float scroll = ImGui::GetScrollY();
        if (running_end_ > scroll + height) {
            const auto first = std::lower_bound(tops_.begin(), tops_.end(), running_end_ - height);
            ImGui::SetScrollY(first == tops_.end() ? top : *first);
        } else if (top < scroll) {
            // With the heading, if it is the first of its family; from the very top if that does.
            ImGui::SetScrollY(running_end_ <= height ? 0
                              : *running_ > 0        ? tops_[*running_ - 1]
                                                     : 0);
        }
        seen_top = top;
        seen_height = height;
    }

private:
    std::vector<float> tops_;
    std::optional<std::size_t> running_;
    float running_end_ = 0;
};

void family_heading(const char* family, float height) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec4 colour = as_vector(family_colour(family));
    ImGui::Dummy({width, height});
    ImGui::PushFont(strong_font(), small_text_height);
    const float top = corner.y + (height - ImGui::GetFontSize()) / 2;
    const float middle = corner.y + height / 2;
    const float end = corner.x + scaled(6) + ImGui::CalcTextSize(tr(family)).x + scaled(8);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    line_in(draw, {corner.x + scaled(6), top}, corner.x + width, colour, tr(family));
    draw.AddLine({end, middle}, {corner.x + width, middle}, faded(colour, 0.25F), scaled(1));
    ImGui::PopFont();
}

void algorithm_line(AppState& app, const SolverEntry& entry, const StepBars& bars, float height,
                    LineScroll& scroll) {
    scroll.begin_line();
    if (algorithm_row(app, entry, bars, height)) {
        app.actions.run(Command{"simulation.algorithm", entry.info.id});
    }
    if (app.settings.algorithm == entry.info.id) {
        scroll.end_running_line();
    }
}

// One line for all that one reason keeps from running; a click shows them.
void folded(AppState& app, const Ladder& ladder, float height, LineScroll& scroll) {
    for (const auto& [reason, entries] : ladder.unavailable) {
        scroll.begin_line();
        const std::string words = tr_format("{} more: {}", entries.size(), tr(reason));
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float right = corner.x + ImGui::GetContentRegionAvail().x;
        const bool open =
            ImGui::TreeNodeEx(("###" + reason).c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                                            ImGuiTreeNodeFlags_SpanAvailWidth);
        line_in(*ImGui::GetWindowDrawList(),
                {corner.x + ImGui::GetTreeNodeToLabelSpacing(), corner.y}, right, quiet_colour(),
                words);
        tip(words);
        if (open) {
            for (const SolverEntry* const entry : entries) {
                algorithm_line(app, *entry, ladder.bars, height, scroll);
            }
        }
    }
}

void list_of(AppState& app, const Ladder& ladder) {
    LineScroll scroll;
    const LineHeights heights(ladder, ImGui::GetWindowHeight());
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    for (const Group& family : ladder.families) {
        scroll.begin_line();
        family_heading(family.name, heights.heading);
        for (const SolverEntry* const entry : family.entries) {
            algorithm_line(app, *entry, ladder.bars, heights.row, scroll);
        }
    }
    ImGui::PopStyleVar();
    folded(app, ladder, heights.row, scroll);
    scroll.bring_into_view();
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
