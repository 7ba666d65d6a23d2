// The list of algorithms with what their steps cost, and what can be set of the one that runs.
#include "app/panels/algorithm_options.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/step_words.hpp"
#include "app/state/source_choice.hpp"

#include <imgui_internal.h>

namespace orrery {
namespace {

// "N² / 2 interactions"
std::string pair_count(const SolverInfo& info) {
    std::string text = info.complexity;
    if (const auto power = text.find("^2"); power != std::string::npos) {
        text.replace(power, 2, "²");
    }
    return tr_format("{} interactions", text);
}

std::string description(const SolverInfo& info) {
    return std::string(tr(info.idea)) + "\n\n" + info.id + "  ·  " + pair_count(info) + "\n" +
           info.source;
}

// "31 ×" for one that takes a 31st of the reference's time; "" where one is unknown.
std::string cost_factor(const AppState& app, const std::string& algorithm) {
    return app.history.costs().compare(algorithm, app.view.reference).text();
}

// How long the bar of a time is, as a share of its row: on a logarithmic scale, on which a tenfold
// time is as much longer everywhere, from a half of the shortest step to the longest.
float bar_share(const ValueExtent& times, double milliseconds) {
    constexpr double of_shortest = 0.5; // a bar of nothing would say that it takes no time
    constexpr double least_span = 10;
    if (milliseconds <= 0 || times.empty()) {
        return 0;
    }
    const double from = of_shortest * times.low;
    const double span = std::max(times.high / from, least_span);
    return static_cast<float>(
        std::clamp(std::log(milliseconds / from) / std::log(span), 0.02, 1.0));
}

// Text at the right end of a line; returns where what is before it has to end.
float right_aligned(float right, float top, const ImVec4& colour, const std::string& text) {
    const float left = right - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::GetWindowDrawList()->AddText({left, top}, ImGui::GetColorU32(colour), text.c_str());
    return text.empty() ? right : left - scaled(8);
}

// The time of a step, or the progress of a long one.
struct StepTime {
    std::string text;
    ImVec4 colour;
    bool under_way = false;
};

StepTime step_time(const AppState& app, const std::string& id) {
    if (app.status.settings.algorithm == id) {
        if (std::string clock = step_clock(app); !clock.empty()) {
            return {std::move(clock), accent_colour(), true};
        }
    }
    return {app.history.costs().of(id).text(), text_colour()};
}

// The bar under a row, and what lights the one that runs.
void draw_ground(const AppState& app, const std::string& id, const ValueExtent& times,
                 const ImVec2& corner, const ImVec2& end) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const bool live = app.status.settings.algorithm == id;
    const float rounding = scaled(3);
    const float width = end.x - corner.x;
    const float glow = animated("live", live ? 1.0F : 0.0F);
    draw.AddRectFilled(corner, end, faded(card_colour(), 0.6F), rounding);
    const StepCost cost = app.history.costs().of(id);
    if (const float share = animated("cost", bar_share(times, cost.milliseconds)); share > 0.003F) {
        draw.AddRectFilled(corner, {corner.x + width * share, end.y},
                           faded(algorithm_colour(id), cost.is_measured() ? 0.42F : 0.28F),
                           rounding);
    }
    draw.AddRectFilled(corner, {corner.x + scaled(3), end.y}, faded(accent_colour(), glow));
    draw.AddRect(corner, end, faded(accent_colour(), 0.9F * glow), rounding, scaled(1));
    if (const float done = live ? step_share(app) : 0; done > 0) {
        draw.AddRectFilled({corner.x, end.y - scaled(2)}, {corner.x + width * done, end.y},
                           faded(accent_colour()));
    }
}

void draw_row(const AppState& app, const SolverEntry& entry, bool possible, const ImVec2& corner,
              const ImVec2& end) {
    const SolverInfo& info = entry.info;
    const bool live = app.status.settings.algorithm == info.id;
    const float text_top = corner.y + (end.y - corner.y - ImGui::GetFontSize()) / 2;
    const float radius = scaled(3.5F);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddCircleFilled({corner.x + scaled(11), (corner.y + end.y) / 2}, radius,
                         faded(algorithm_colour(info.id)));
    float right = end.x - scaled(6);
    if (possible) {
        const FontScope scope(number_font(), small_text_height);
        const StepTime time = step_time(app, info.id);
        // In columns, so that they are read downwards; a clock takes the room of both.
        const float factor_column = ImGui::CalcTextSize("≈ 1000 ×").x + scaled(8);
        if (!time.under_way) {
            const float factor =
                right_aligned(right, text_top, quiet_colour(), cost_factor(app, info.id));
            right = std::min(right - factor_column, factor); // millions need more than the column
        }
        right = right_aligned(right, text_top, time.colour, time.text);
    }
    const FontScope scope(live ? strong_font() : nullptr, small_text_height);
    line_in(draw, {corner.x + scaled(20), text_top}, right, text_colour(), tr(info.title));
}

// A line of the list, `height` pixels high: the algorithm, what a step of it costs, as a number and
// as a bar, and how many times the reference. True when it was chosen by a click.
bool algorithm_row(const AppState& app, const SolverEntry& entry, const ValueExtent& times,
                   float height) {
    const std::string obstacle = why_not(entry, app);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
    ImGui::PushID(entry.info.id);
    ImGui::BeginDisabled(!obstacle.empty());
    const bool clicked = ImGui::InvisibleButton("##card", size);
    tip((obstacle.empty() ? "" : tr(obstacle) + "\n\n") + description(entry.info));
    // A hair between two rows.
    const ImVec2 end{corner.x + size.x, corner.y + height - scaled(1)};
    draw_ground(app, entry.info.id, times, corner, end);
    ImGui::PushFont(nullptr, small_text_height);
    draw_row(app, entry, obstacle.empty(), corner, end);
    ImGui::PopFont();
    if (ImGui::IsItemHovered()) {
        ImGui::GetWindowDrawList()->AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_Text, 0.5F),
                                            scaled(3));
    }
    ImGui::EndDisabled();
    ImGui::PopID();
    return clicked;
}

// The same of the one that runs, as a heading: its name, its id and what a step takes.
void running_heading(const AppState& app, const SolverEntry& entry) {
    const SolverInfo& info = entry.info;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float end = corner.x + ImGui::GetContentRegionAvail().x;
    const StepTime time = step_time(app, info.id);
    ImGui::PushFont(number_font(), 0);
    const float right = right_aligned(end, corner.y, time.colour, time.text);
    ImGui::PopFont();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImGui::PushFont(strong_font(), 0);
    const float after = corner.x + ImGui::CalcTextSize(tr(info.title)).x + scaled(8);
    line_in(draw, corner, right, text_colour(), tr(info.title));
    ImGui::Dummy({end - corner.x, ImGui::GetTextLineHeight()});
    ImGui::PopFont();
    tip(description(info));
    if (after < right) {
        const FontScope scope(nullptr, small_text_height);
        line_in(draw, {after, corner.y + scaled(2)}, right, quiet_colour(), info.id);
    }
}

// "1.94 T/s · 43 % · 31 ×": how fast an algorithm is, as far as that is known.
std::string step_figures(const AppState& app, const SolverEntry& entry) {
    const StepCost cost = app.history.costs().of(entry.info.id);
    std::string text;
    const auto add = [&](const std::string& figure) {
        text += (text.empty() || figure.empty() ? "" : " · ") + figure;
    };
    if (cost.is_measured()) {
        add(with_prefix(cost.interactions_per_second, "/s"));
        add(peak_share(app, entry.info_with(app.settings.sharing), cost.interactions_per_second));
    }
    add(cost_factor(app, entry.info.id));
    return text;
}

// How fast it is, and that the others are to be compared with it.
void figures_row(AppState& app, const SolverEntry& entry) {
    if (const std::string figures = step_figures(app, entry); !figures.empty()) {
        text_in(number_font(), small_text_height, quiet_colour(), figures);
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

// What the list shows: families of algorithms that run here, and what each reason keeps from
// running, folded into a line that a click opens.
struct Ladder {
    std::vector<Group> families, unavailable;
    std::size_t rows = 0; // of the families
    ValueExtent times;    // of the steps of all
};

Ladder ladder_of(const AppState& app) {
    Ladder ladder;
    for (const SolverEntry& entry : solvers()) {
        const std::string reason = entry.unavailable();
        ladder.times.include(app.history.costs().of(entry.info.id).milliseconds);
        if (reason.empty() || app.settings.algorithm == entry.info.id) {
            // In the order of the ladder, in which a family may come twice.
            if (ladder.families.empty() || ladder.families.back().name != entry.info.family) {
                ladder.families.push_back({entry.info.family});
            }
            ladder.families.back().entries.push_back(&entry);
            ++ladder.rows;
        } else {
            auto group = std::ranges::find(ladder.unavailable, reason, &Group::name);
            if (group == ladder.unavailable.end()) {
                group = ladder.unavailable.insert(group, Group{reason});
            }
            group->entries.push_back(&entry);
        }
    }
    return ladder;
}

// Lines are as far apart as is comfortable, and closer where the whole ladder would not be seen at
// once; at scale 1. A heading is a little lower than a row.
constexpr float comfortable_row = 25, closest_row = 15;
constexpr float heading_share = 0.95F;

float list_height(const Ladder& ladder, float row) {
    const auto headings = static_cast<float>(ladder.families.size());
    const auto folded = static_cast<float>(ladder.unavailable.size());
    return row * (static_cast<float>(ladder.rows) + heading_share * headings) +
           folded * ImGui::GetTextLineHeightWithSpacing();
}

float row_height(const Ladder& ladder, float room) {
    const float folded = list_height(ladder, 0);
    const float rows = list_height(ladder, 1) - folded;
    return std::clamp((room - folded) / rows, scaled(closest_row), scaled(comfortable_row));
}

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
    const FontScope scope(strong_font(), small_text_height);
    const float top = corner.y + (height - ImGui::GetFontSize()) / 2;
    const float middle = corner.y + height / 2;
    const float end = corner.x + scaled(6) + ImGui::CalcTextSize(tr(family).c_str()).x + scaled(8);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    line_in(draw, {corner.x + scaled(6), top}, corner.x + width, colour, tr(family));
    draw.AddLine({end, middle}, {corner.x + width, middle}, faded(colour, 0.25F), scaled(1));
}

void lines_of(AppState& app, const Ladder& ladder, const Group& group, float height) {
    for (const SolverEntry* const entry : group.entries) {
        if (algorithm_row(app, *entry, ladder.times, height)) {
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
    const float row = row_height(ladder, ImGui::GetWindowHeight());
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, 0);
    for (const Group& family : ladder.families) {
        family_heading(family.name, heading_share * row);
        lines_of(app, ladder, family, row);
    }
    ImGui::PopStyleVar();
    for (const Group& group : ladder.unavailable) {
        if (unfolded(group)) {
            lines_of(app, ladder, group, row);
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
    algorithm_options(app, entry);
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
        const bool brief = room - scaled(in_full) < list_height(ladder, scaled(comfortable_row));
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
