// The bar of time: what is kept lies along a line, and the handle is where the clock is.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/time_view.hpp"
#include "app/time/time_layer.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr float height = 44; // at scale 1
constexpr float handle_radius = 7;

// The line of time in pixels, and what lies along it.
struct Line {
    float left = 0, right = 0, middle = 0;
    std::uint64_t first = 0, last = 0;

    float at(std::uint64_t step) const {
        const double share = static_cast<double>(std::clamp(step, first, last) - first) /
                             static_cast<double>(std::max<std::uint64_t>(last - first, 1));
        return left + static_cast<float>(share) * (right - left);
    }
    std::uint64_t step_at(float x) const {
        const double share = std::clamp(static_cast<double>((x - left) / (right - left)), 0.0, 1.0);
        return first +
               static_cast<std::uint64_t>(std::llround(share * static_cast<double>(last - first)));
    }
};

std::string time_words(const AppState& app, double time) {
    const ShownUnit unit = time_unit(time, app.units);
    const std::string words = with_decimal_mark(fmt::format("t = {:.4g}", unit.factor * time));
    const std::string date = calendar_date(app.units, time);
    return (unit.name.empty() ? words : words + " " + unit.name) +
           (date.empty() ? "" : "   " + date);
}

// The end of the line is the newest step or, on the way to a time that is to come, that.
float place_of(const AppState& app, const Line& line) {
    const TravelStatus& travel = app.status.travel;
    if (!travel.goal || *travel.goal == travel.first.time) {
        return line.at(app.get<TimeView>().sent_step.value_or(travel.step));
    }
    const double share = (app.status.time - travel.first.time) / (*travel.goal - travel.first.time);
    return line.left + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (line.right - line.left);
}

void draw_line(ImDrawList& draw, const Line& line, float here, float alpha) {
    const float half = scaled(1.75F);
    const ImVec4 quiet = quiet_colour();
    draw.AddRectFilled({line.left, line.middle - half}, {line.right, line.middle + half},
                       faded(quiet, 0.45F * alpha), half);
    draw.AddRectFilled({line.left, line.middle - half}, {here, line.middle + half},
                       faded(accent_colour(), 0.95F * alpha), half);
}

// Where a loop begins and ends: brackets, and the line between them lit.
void draw_bracket(ImDrawList& draw, float x, float middle, float direction, ImU32 colour) {
    const float reach = scaled(9), arm = scaled(4) * direction, width = scaled(2);
    draw.AddLine({x, middle - reach}, {x, middle + reach}, colour, width);
    draw.AddLine({x, middle - reach}, {x + arm, middle - reach}, colour, width);
    draw.AddLine({x, middle + reach}, {x + arm, middle + reach}, colour, width);
}

// As the hand has it, while it drags one of its ends.
std::optional<StepSpan> shown_loop(const AppState& app) {
    const std::optional<TimeView::DraggedMark>& mark = app.get<TimeView>().mark;
    if (mark && mark->other) {
        const auto [from, to] = std::minmax(mark->step, *mark->other);
        return StepSpan{from, to};
    }
    return app.status.travel.loop;
}

// The mark that the pointer is at: where it is, and the other one.
std::optional<TimeView::DraggedMark> mark_at(const AppState& app, const Line& line, float x) {
    std::vector<TimeView::DraggedMark> marks;
    if (const std::optional<StepSpan>& loop = app.status.travel.loop) {
        marks = {{loop->to, loop->from}, {loop->from, loop->to}};
    } else if (app.get<TimeView>().loop_from) {
        marks = {{std::nullopt, *app.get<TimeView>().loop_from}};
    }
    std::optional<TimeView::DraggedMark> nearest;
    float reach = scaled(8);
    for (const TimeView::DraggedMark& mark : marks) {
        if (const float apart = std::abs(line.at(mark.step) - x); apart <= reach) {
            nearest = mark;
            reach = apart;
        }
    }
    return nearest;
}

void draw_loop(ImDrawList& draw, const AppState& app, const Line& line, float alpha) {
    const ImU32 colour = faded(ImGui::GetStyle().Colors[ImGuiCol_Text], 0.9F * alpha);
    if (const std::optional<StepSpan> loop = shown_loop(app)) {
        const float from = line.at(loop->from), to = line.at(loop->to);
        draw.AddRectFilled({from, line.middle - scaled(6)}, {to, line.middle + scaled(6)},
                           faded(accent_colour(), 0.22F * alpha), scaled(2));
        draw_bracket(draw, from, line.middle, 1, colour);
        draw_bracket(draw, to, line.middle, -1, colour);
    } else if (app.get<TimeView>().loop_from) {
        draw_bracket(draw, line.at(*app.get<TimeView>().loop_from), line.middle, 1, colour);
    }
}

// Where something else began to compute. What the pointer is at, in words.
std::string draw_switches(ImDrawList& draw, const AppState& app, const Line& line,
                          const std::vector<TimelineMark>& marks, float alpha) {
    std::string pointed;
    const float pointer = ImGui::GetIO().MousePos.x;
    for (const SwitchMark& mark : app.history.trust_marks()) {
        const std::optional<double> step = step_at(marks, mark.time);
        if (!step) {
            continue;
        }
        const float x = line.at(static_cast<std::uint64_t>(*step));
        draw.AddLine({x, line.middle - scaled(8)}, {x, line.middle + scaled(8)},
                     faded(ImGui::GetStyle().Colors[ImGuiCol_Text], 0.55F * alpha), scaled(1.5F));
        if (std::abs(pointer - x) < scaled(5)) {
            pointed = mark.label;
        }
    }
    return pointed;
}

// A ring that closes while a moment is computed.
void draw_handle(ImDrawList& draw, const Line& line, const TravelStatus& travel, float x,
                 bool lively, float alpha) {
    const ImVec2 centre{x, line.middle};
    const float radius = scaled(lively ? handle_radius + 1 : handle_radius);
    draw.AddCircleFilled(centre, radius + scaled(1.5F),
                         IM_COL32(0, 0, 0, static_cast<int>(90 * alpha)));
    draw.AddCircleFilled(centre, radius, faded(ImGui::GetStyle().Colors[ImGuiCol_Text], alpha));
    if (travel.under_way) {
        constexpr float top = -1.5707963F, turn = 6.2831853F;
        draw.PathArcTo(centre, radius + scaled(4), top,
                       top + turn * static_cast<float>(std::max(*travel.under_way, 0.03)));
        draw.PathStroke(faded(accent_colour(), alpha), scaled(2.5F));
    } else {
        draw.AddCircleFilled(centre, 0.45F * radius, faded(accent_colour(), alpha));
    }
}

// A mark of the loop is where the hand is; the loop is the new one once the hand lets go.
void drag_mark(AppState& app, const Line& line) {
    TimeView& time = app.get<TimeView>();
    time.mark->step = line.step_at(ImGui::GetIO().MousePos.x);
    if (!time.mark->other) {
        time.loop_from = time.mark->step;
    } else if (time.mark->step == *time.mark->other) { // a loop has a length
        time.mark->step += time.mark->step < line.last ? 1 : -std::uint64_t{1};
    }
}

void let_mark_go(AppState& app) {
    const std::optional<StepSpan> loop = shown_loop(app);
    if (app.get<TimeView>().mark->other && loop && app.status.travel.loop) {
        app.simulation.set_loop(*loop);
    }
    app.get<TimeView>().mark.reset();
}

// In the past: the clock follows the hand at once, and the picture as soon as it can.
void drag(AppState& app, TimeView::Bar bar, const Line& line) {
    TimeView& time = app.get<TimeView>();
    const bool was_dragging = time.held == bar;
    if (!ImGui::IsItemActive()) {
        if (was_dragging) {
            if (time.mark) {
                let_mark_go(app);
            }
            time.held.reset();
            time.sent_step.reset();
        }
        return;
    }
    if (!was_dragging) {
        time.mark = mark_at(app, line, ImGui::GetIO().MousePos.x);
    }
    time.held = bar;
    if (time.mark) {
        drag_mark(app, line);
        return;
    }
    const std::uint64_t step = line.step_at(ImGui::GetIO().MousePos.x);
    if (time.sent_step == step || (!was_dragging && step == app.status.travel.step)) {
        return;
    }
    app.settings.running = false;
    app.simulation.go_to_step(step);
    time.sent_step = step;
}

std::string exactness_words(const TravelStatus& travel) {
    return travel.exact ? tr("it is recomputed bit for bit")
                        : tr("it is recomputed up to rounding, because a GPU or an algorithm that "
                             "is not reproducible was used");
}

// Over the pointer the time there, and after a while what the bar is for.
void tell(const AppState& app, const Line& line, const std::vector<TimelineMark>& marks,
          const std::string& pointed) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const float half = scaled(170);
    const float middle =
        std::clamp(pointer.x, half, std::max(ImGui::GetIO().DisplaySize.x - half, half));
    const std::optional<TimeView::DraggedMark> mark = mark_at(app, line, pointer.x);
    if (mark) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    const bool at_length = ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip);
    ImGui::SetNextWindowPos({at_length ? middle : pointer.x, ImGui::GetItemRectMin().y - scaled(4)},
                            ImGuiCond_Always, {0.5F, 1});
    if (!ImGui::BeginTooltip()) {
        return;
    }
    std::string words =
        time_words(app, time_at(marks, mark ? mark->step : line.step_at(pointer.x)));
    if (mark) {
        const bool ends = mark->other && *mark->other < mark->step;
        words += ends ? tr(", end of the loop: drag it") : tr(", start of the loop: drag it");
    }
    if (!pointed.empty()) {
        words += tr_format(", here {}", pointed);
    }
    ImGui::TextUnformatted(words.c_str());
    if (at_length) {
        const TravelStatus& travel = app.status.travel;
        const std::string help =
            tr_format("Drag to see any moment since the start; {}. {} kept in {} MB.",
                      exactness_words(travel), counted(travel.checkpoints, "moment", "moments"),
                      (travel.bytes + (1U << 20) - 1) >> 20);
        ImGui::PushTextWrapPos(2 * half - scaled(20));
        ImGui::PushStyleColor(ImGuiCol_Text, quiet_colour());
        ImGui::TextUnformatted(help.c_str());
        ImGui::PopStyleColor();
        ImGui::PopTextWrapPos();
    }
    ImGui::EndTooltip();
}

// Where the line ends, at the right.
std::string end_words(const AppState& app) {
    const TravelStatus& travel = app.status.travel;
    if (travel.goal) {
        return tr_format("to {}", time_words(app, *travel.goal));
    }
    return travel.in_past ? time_words(app, travel.end.time) : tr("now");
}

} // namespace

float time_bar_height() {
    return scaled(height);
}

void time_bar(AppState& app, TimeView::Bar bar, const OpenPicture& place, double opacity) {
    const float foot = place.to.y;
    const auto alpha = static_cast<float>(opacity);
    const float inset = scaled(14);
    const float rise = scaled(8) * (1 - alpha);
    const ImVec2 from{place.from.x + inset, foot - time_bar_height() - scaled(8) + rise};
    const ImVec2 to{place.to.x - inset, foot - scaled(8) + rise};
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({to.x - from.x, to.y - from.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin(time_bar_window, nullptr, message_flags | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(from, to, faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], 0.8F * alpha),
                       scaled(8));

    const TravelStatus& travel = app.status.travel;
    const std::vector<TimelineMark> marks = app.simulation.timeline_marks();
    const std::uint64_t shown = app.get<TimeView>().sent_step.value_or(travel.step);
    const std::string now =
        time_words(app, app.get<TimeView>().sent_step ? time_at(marks, shown) : app.status.time);
    const std::string end = end_words(app);
    const bool is_large = bar == TimeView::Bar::picture && app.view.layer == Layer::stage;
    ImGui::PushFont(number_font(), is_large ? 24.0F : text_height);
    const std::string widest = time_words(app, -0.0001234);
    const float room =
        std::max(ImGui::CalcTextSize(widest.c_str()).x, ImGui::CalcTextSize(end.c_str()).x);
    const float text_top = (from.y + to.y - ImGui::GetTextLineHeight()) / 2;
    draw.AddText({from.x + inset, text_top}, faded(ImGui::GetStyle().Colors[ImGuiCol_Text], alpha),
                 now.c_str());
    draw.AddText({to.x - inset - ImGui::CalcTextSize(end.c_str()).x, text_top},
                 faded(travel.goal ? accent_colour() : quiet_colour(), alpha), end.c_str());
    ImGui::PopFont();

    const Line line{from.x + 2 * inset + room, to.x - 2 * inset - room, (from.y + to.y) / 2,
                    travel.first.step, travel.end.step};
    if (line.right - line.left < scaled(60)) {
        ImGui::End();
        return;
    }
    (bar == TimeView::Bar::preview
         ? app.get<TimeView>().preview_line
         : app.get<TimeView>().line) = {line.left, line.right, line.middle};
    ImGui::SetCursorScreenPos({line.left - scaled(handle_radius), from.y});
    ImGui::InvisibleButton("##line",
                           {line.right - line.left + 2 * scaled(handle_radius), to.y - from.y});
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const float here = place_of(app, line);
    draw_line(draw, line, here, alpha);
    draw_loop(draw, app, line, alpha);
    const std::string pointed = draw_switches(draw, app, line, marks, alpha);
    draw_handle(draw, line, travel, here, hovered, alpha);
    drag(app, bar, line);
    if (ImGui::IsItemHovered() && !app.get<TimeView>().held) {
        tell(app, line, marks, pointed);
    }
    ImGui::End();
}

} // namespace orrery
