#include "app/language/sentences.hpp"
#include "app/language/tr.hpp"
#include "app/panels/algorithm_card.hpp"
#include "app/panels/algorithm_details.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// The dearest step that was measured, in milliseconds: the end of the bars.
double longest_step(const StepCosts& costs) {
    double longest = 0;
    for (const SolverEntry& entry : solvers()) {
        const StepCost cost = costs.of(entry.info.id);
        longest = cost.is_measured() ? std::max(longest, cost.milliseconds) : longest;
    }
    return longest;
}

void family_heading(const char* family) {
    const ImVec4 colour = as_vector(family_colour(family));
    const float radius = scaled(4.5F);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {corner.x + radius, corner.y + ImGui::GetTextLineHeight() / 2}, radius, faded(colour));
    ImGui::Dummy({2 * radius, 0});
    ImGui::SameLine();
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextColored(colour, "%s", tr(family));
    ImGui::PopFont();
}

// Until all of the chosen card is seen, when another one has been chosen. Not afterwards: who
// scrolls on wants to see other cards.
void bring_into_view(const char* algorithm) {
    ImGuiStorage& seen = *ImGui::GetStateStorage();
    const auto id = static_cast<int>(ImGui::GetID(algorithm));
    if (seen.GetInt(ImGui::GetID("chosen")) == id || ImGui::IsWindowAppearing()) {
        return;
    }
    seen.SetInt(ImGui::GetID("chosen"), id);
    ImGui::ScrollToItem(ImGuiScrollFlags_KeepVisibleEdgeY);
}

void card(AppState& app, const SolverEntry& entry, double longest) {
    if (algorithm_card(app, entry, longest)) {
        app.actions.run(Command{"simulation.algorithm", entry.info.id});
    }
    if (app.settings.algorithm == entry.info.id) {
        bring_into_view(entry.info.id);
    }
}

// Algorithms that cannot run on this machine, by the reason.
using Unavailable = std::vector<std::pair<std::string, std::vector<const SolverEntry*>>>;

Unavailable cards_that_run(AppState& app, double longest) {
    Unavailable others;
    std::string_view family;
    for (const SolverEntry& entry : solvers()) {
        const std::string reason = entry.unavailable();
        if (!reason.empty() && app.settings.algorithm != entry.info.id) {
            const auto known = std::find_if(others.begin(), others.end(),
                                            [&](const auto& of) { return of.first == reason; });
            if (known == others.end()) {
                others.push_back({reason, {&entry}});
            } else {
                known->second.push_back(&entry);
            }
            continue;
        }
        if (family != entry.info.family) {
            family = entry.info.family;
            family_heading(entry.info.family);
        }
        card(app, entry, longest);
    }
    return others;
}

// One line for all that one reason keeps from running; a click shows them.
void folded(AppState& app, const Unavailable& others, double longest) {
    for (const auto& [reason, entries] : others) {
        const std::string line =
            tr_format("{} more: {}", entries.size(), tr_sentence(reason)) + "###" + reason;
        ImGui::PushStyleColor(ImGuiCol_Text, quiet_colour());
        const bool open = ImGui::TreeNodeEx(line.c_str(), ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                                              ImGuiTreeNodeFlags_SpanAvailWidth);
        ImGui::PopStyleColor();
        tip(tr_sentence(reason));
        if (open) {
            for (const SolverEntry* entry : entries) {
                card(app, *entry, longest);
            }
        }
    }
}

} // namespace

// The list, and below it what is chosen: cards keep their places whichever that is.
void algorithm_deck_panel(AppState& app) {
    if (begin_panel("Algorithms")) {
        float& details =
            *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("details"), scaled(150));
        const float room = ImGui::GetContentRegionAvail().y;
        const float height = std::min(details, 0.5F * room);
        const float gap = ImGui::GetStyle().ItemSpacing.y;
        if (ImGui::BeginChild("list", {0, std::max(room - height - 2 * gap, scaled(60))})) {
            const double longest = longest_step(app.history.costs());
            folded(app, cards_that_run(app, longest), longest);
        }
        ImGui::EndChild();
        ImGui::Separator();
        if (ImGui::BeginChild("chosen", {0, 0})) {
            algorithm_details(app);
            details = ImGui::GetCursorPosY() + scaled(2);
        }
        ImGui::EndChild();
    }
    ImGui::End();
}

} // namespace orrery
