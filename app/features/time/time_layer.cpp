// The bar of time: what is kept lies along a line, and the handle is where the clock is. And the
// digits of a countdown.
#include "app/features/time/time_layer.hpp"

#include "app/features/features.hpp"
#include "app/features/time/time_line.hpp"
#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/body_units.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/time_view.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr float handle_radius = 7; // at scale 1

float bar_height() {
    return scaled(44);
}

// The end of the line is the newest step or, on the way to a time that is to come, that.
float place_of(const AppState& app, const TimeLine& line) {
    const TravelStatus& travel = app.status.travel;
    const bool has_future = line.today > line.right;
    if (!travel.goal || *travel.goal == travel.first.time || has_future) {
        return line.at(app.get<TimeView>().sent_step.value_or(travel.step));
    }
    const double share = (app.status.time - travel.first.time) / (*travel.goal - travel.first.time);
    return line.left + static_cast<float>(std::clamp(share, 0.0, 1.0)) * (line.right - line.left);
}

// A bracket at a loop's beginning, `direction` 1, or at its end, -1.
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
std::optional<TimeView::DraggedMark> mark_at(const AppState& app, const TimeLine& line, float x) {
    std::optional<TimeView::DraggedMark> nearest;
    float reach = scaled(8);
    const auto look_at = [&](std::uint64_t step, std::optional<std::uint64_t> other) {
        if (const float apart = std::abs(line.at(step) - x); apart <= reach) {
            nearest = {other, step};
            reach = apart;
        }
    };
    if (const std::optional<StepSpan>& loop = app.status.travel.loop) {
        look_at(loop->from, loop->to);
        look_at(loop->to, loop->from);
    } else if (app.get<TimeView>().loop_from) {
        look_at(*app.get<TimeView>().loop_from, std::nullopt);
    }
    return nearest;
}

void draw_loop(ImDrawList& draw, const AppState& app, const TimeLine& line, float alpha) {
    const ImU32 colour = faded(text_colour(), 0.9F * alpha);
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

// A ring that closes while a moment is computed.
void draw_handle(ImDrawList& draw, const TimeLine& line, const TravelStatus& travel, float x,
                 bool lively, float alpha) {
    const ImVec2 centre{x, line.middle};
    const float radius = scaled(lively ? handle_radius + 1 : handle_radius);
    draw.AddCircleFilled(centre, radius + scaled(1.5F),
                         IM_COL32(0, 0, 0, static_cast<int>(90 * alpha)));
    draw.AddCircleFilled(centre, radius, faded(text_colour(), alpha));
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
void drag_mark(AppState& app, const TimeLine& line) {
    TimeView& time = app.get<TimeView>();
    time.mark->step = line.step_at(ImGui::GetIO().MousePos.x);
    if (!time.mark->other) {
        time.loop_from = time.mark->step;
    } else if (time.mark->step == *time.mark->other) { // a loop has a length
        time.mark->step += time.mark->step < line.last ? 1 : -std::uint64_t{1};
    }
}

void let_mark_go(AppState& app) {
    std::optional<TimeView::DraggedMark>& mark = app.get<TimeView>().mark;
    if (mark && mark->other && app.status.travel.loop) {
        app.simulation.set_loop(*shown_loop(app));
    }
    mark.reset();
}

// In the past: the clock follows the hand at once, and the picture as soon as it can.
void drag(AppState& app, TimeView::Bar& bar, const TimeLine& line) {
    TimeView& time = app.get<TimeView>();
    const bool was_dragging = std::exchange(bar.held, ImGui::IsItemActive());
    if (!bar.held && !was_dragging) {
        return;
    }
    // Steps still to be computed begin once the hand lets go there.
    const std::optional<double> coming = ImGui::IsMousePosValid() && !time.mark
                                             ? coming_at(app, line, ImGui::GetIO().MousePos.x)
                                             : std::nullopt;
    if (coming) {
        if (!bar.held) {
            time.wanted = coming;
            time.sent_step.reset();
        }
        return;
    }
    if (!was_dragging) {
        time.mark = mark_at(app, line, ImGui::GetIO().MousePos.x);
    }
    // A short drag's last motion arrives in the same frame as its release. No place is known where
    // the window has lost the keyboard in the middle of a drag.
    const bool placed = ImGui::IsMousePosValid();
    if (placed && time.mark) {
        drag_mark(app, line);
    } else if (placed) {
        const std::uint64_t step = line.step_at(ImGui::GetIO().MousePos.x);
        if (time.sent_step != step && (was_dragging || step != app.status.travel.step)) {
            app.settings.running = false;
            app.simulation.go_to_step(step);
            time.sent_step = step;
        }
    }
    if (!bar.held) {
        let_mark_go(app);
        time.sent_step.reset();
    }
}

// Over the pointer the time there, and after a while what the bar is for.
void tell(const AppState& app, const TimeLine& line, const std::vector<TimelineMark>& marks) {
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
    const std::optional<double> coming = mark ? std::nullopt : coming_at(app, line, pointer.x);
    std::string words = time_words(
        app, coming ? *coming : time_at(marks, mark ? mark->step : line.step_at(pointer.x)));
    words += coming ? tr(", still to come: click to compute it") : "";
    if (mark) {
        const bool ends = mark->other && *mark->other < mark->step;
        words += ends ? tr(", end of the loop: drag it") : tr(", start of the loop: drag it");
    }
    ImGui::TextUnformatted(words.c_str());
    if (at_length) {
        const TravelStatus& travel = app.status.travel;
        const char* const exactness =
            travel.exact ? tr("it is recomputed bit for bit")
                         : tr("it is recomputed up to rounding, because a GPU or an algorithm that "
                              "is not reproducible was used");
        const std::string help =
            tr_format("Drag to see any moment since the start; {}. {} kept in {}.", exactness,
                      counted(travel.checkpoints, "moment", "moments"),
                      with_prefix(static_cast<double>(travel.bytes), "B"));
        ImGui::PushTextWrapPos(2 * half - scaled(20));
        ImGui::TextColored(quiet_colour(), "%s", help.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::EndTooltip();
}

// The words at the line's right end.
std::string end_words(const AppState& app) {
    const TravelStatus& travel = app.status.travel;
    if (travel.goal) {
        return tr_format("to {}", time_words(app, *travel.goal));
    }
    return travel.in_past ? time_words(app, travel.end.time) : tr("now");
}

// At the foot of that place.
void time_bar(AppState& app, TimeView::Bar& bar, const OpenPicture& place) {
    const float foot = place.to.y;
    const auto alpha = static_cast<float>(bar.opacity);
    const float inset = scaled(14);
    const float rise = scaled(8) * (1 - alpha);
    const ImVec2 from{place.from.x + inset, foot - bar_height() - scaled(8) + rise};
    const ImVec2 to{place.to.x - inset, foot - scaled(8) + rise};
    ImGui::SetNextWindowPos(from);
    ImGui::SetNextWindowSize({to.x - from.x, to.y - from.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin(time_bar_window, nullptr, message_flags | ImGuiWindowFlags_NoBackground);
    ImGui::PopStyleVar();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(from, to, faded(ground_colour(), 0.8F * alpha), scaled(8));

    const TimeView& time = app.get<TimeView>();
    const TravelStatus& travel = app.status.travel;
    const std::vector<TimelineMark> marks = app.simulation.timeline_marks();
    const std::uint64_t shown = time.sent_step.value_or(travel.step);
    const std::string now =
        time_words(app, time.sent_step ? time_at(marks, shown) : app.status.time);
    const std::string end = end_words(app);
    const bool is_large = &bar == &time.picture && app.view.layer == Layer::stage;
    ImGui::PushFont(number_font(), is_large ? 24.0F : text_height);
    const auto& cosmology = app.get<SceneSpace>().cosmology;
    const std::string widest = cosmology ? "z 0.00 · 000 Myr" : time_words(app, -0.0001234);
    const float room =
        std::max(ImGui::CalcTextSize(widest.c_str()).x, ImGui::CalcTextSize(end.c_str()).x);
    const float text_top = (from.y + to.y - ImGui::GetTextLineHeight()) / 2;
    draw.AddText({from.x + inset, text_top}, faded(text_colour(), alpha), now.c_str());
    draw.AddText({to.x - inset - ImGui::CalcTextSize(end.c_str()).x, text_top},
                 faded(travel.goal ? accent_colour() : quiet_colour(), alpha), end.c_str());
    ImGui::PopFont();

    TimeLine line{{from.x + 2 * inset + room, to.x - 2 * inset - room, (from.y + to.y) / 2},
                  travel.first.step,
                  travel.end.step};
    line.today = line.right;
    if (const std::optional<CosmicHistory> history = history_of(app)) {
        const auto share = static_cast<float>(history->share(travel.end.time));
        line.right = line.left + share * (line.today - line.left);
        line.middle -= scaled(6); // redshifts stand below
    }
    if (line.today - line.left < scaled(60)) {
        ImGui::End();
        return;
    }
    bar.line = line;
    ImGui::SetCursorScreenPos({line.left - scaled(handle_radius), from.y});
    ImGui::InvisibleButton("##line",
                           {line.today - line.left + 2 * scaled(handle_radius), to.y - from.y});
    const bool hovered = ImGui::IsItemHovered() || ImGui::IsItemActive();
    const float here = place_of(app, line);
    const auto draw_to = [&](float end, const ImVec4& colour, float share) {
        const float half = scaled(1.75F);
        draw.AddRectFilled({line.left, line.middle - half}, {end, line.middle + half},
                           faded(colour, share * alpha), half);
    };
    draw_to(line.today, quiet_colour(), line.today > line.right ? 0.2F : 0.0F);
    draw_to(line.right, quiet_colour(), 0.45F);
    draw_redshifts(draw, app, line, alpha);
    draw_to(here, accent_colour(), 0.95F);
    draw_loop(draw, app, line, alpha);
    draw_handle(draw, line, travel, here, hovered, alpha);
    drag(app, bar, line);
    if (ImGui::IsItemHovered() && !bar.held) {
        tell(app, line, marks);
    }
    ImGui::End();
}

// A hand that drags the picture does not call the bar.
bool pointer_is_near(float foot, const OpenPicture& picture, bool shown) {
    const ImGuiIO& io = ImGui::GetIO();
    if (!ImGui::IsMousePosValid() || (!shown && ImGui::IsMouseDown(ImGuiMouseButton_Left)) ||
        (io.WantCaptureMouse && !ImGui::IsWindowHovered(ImGuiHoveredFlags_AnyWindow))) {
        return false;
    }
    return io.MousePos.x > picture.from.x && io.MousePos.x < picture.to.x && io.MousePos.y < foot &&
           io.MousePos.y > foot - 1.6F * bar_height();
}

// While it is possible, and asked for or the pointer is near. Whether there is one.
bool bar_layer(AppState& app, TimeView::Bar& bar, const OpenPicture& place, bool possible,
               bool asked_for) {
    const TravelStatus& travel = app.status.travel;
    possible = possible && app.status.loaded && travel.end.step > travel.first.step &&
               place.width() > scaled(260) && place.height() > scaled(160);
    const bool wanted =
        possible && (asked_for || bar.held || pointer_is_near(place.to.y, place, bar.opacity > 0));
    constexpr double seconds_of_fading = 0.18;
    const double change = static_cast<double>(ImGui::GetIO().DeltaTime) / seconds_of_fading;
    bar.opacity = std::clamp(bar.opacity + (wanted ? change : -change), 0.0, 1.0);
    if (app.view.reduced_motion) {
        bar.opacity = wanted ? 1 : 0;
    }
    if (!possible || bar.opacity <= 0) {
        bar.held = false;
        return false;
    }
    time_bar(app, bar, place);
    return true;
}

void draw_countdown(const AppState& app) {
    const std::optional<double>& starts_at = app.get<TimeView>().starts_at;
    if (!starts_at) {
        return;
    }
    const double left = std::max(*starts_at - app.now, 0.0);
    const OpenPicture picture = open_picture(app);
    const StageText digits{strong_font(), 0.4F * picture.height(),
                           std::to_string(static_cast<int>(std::ceil(left)))};
    const double within = left - std::floor(left); // 1 … 0 in each second
    const auto alpha = static_cast<float>(app.view.reduced_motion ? 1.0 : 0.35 + 0.65 * within);
    const ImVec2 extent = digits.extent();
    const ImVec2 at{picture.centre() - extent.x / 2,
                    (picture.from.y + picture.to.y) / 2 - extent.y / 2};
    // Over all else, and not among the words of a picture that is kept.
    const Typeface face(digits.font, digits.pixels);
    ImDrawList& draw = *ImGui::GetForegroundDrawList();
    draw.AddText({at.x + scaled(3), at.y + scaled(3)}, IM_COL32(0, 0, 0, 150),
                 digits.words.c_str());
    draw.AddText(at, faded({0.96F, 0.97F, 0.99F, alpha}), digits.words.c_str());
}

// A tour's step that repeats up to a moment: today is where it does, and not where it ends.
bool begins_again(const AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    return tour.given && tour.step().end == StepEnd::loop && tour.step().until;
}

// Bodies that a tour's step sends back are where they came from.
bool is_back(const AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    const double start = app.status.travel.first.time;
    return tour.given && tour.step().from > start && app.settings.reversed &&
           app.status.time <= start + 0.5 * app.status.time_step;
}

// Lets go what has waited, and rests where a moment was to be reached.
class TimeKeeper : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        TimeView& time = app.get<TimeView>();
        const TravelStatus& travel = app.status.travel;
        if (app.status.load_serial != std::exchange(seen_load_, app.status.load_serial)) {
            time.loop_from.reset();
        }
        const bool arrived = travel.arrivals != std::exchange(seen_arrivals_, travel.arrivals);
        // A film comes there step by step.
        const bool passed =
            frame.in_film && time.begins && !time.wanted && app.status.time >= time.begins->time;
        const auto begins = arrived || passed ? std::exchange(time.begins, std::nullopt)
                                              : std::optional<TimeView::Beginning>();
        // An arrival elsewhere is that of another goal.
        const bool leapt =
            begins && std::abs(app.status.time - begins->time) <= app.status.time_step;
        if (leapt || passed) {
            app.settings.reversed = begins->reversed;
            app.undo.rebase(app.settings, app.view);
            app.simulation.stop_travel(); // it rests else
        } else if ((arrived && !begins_again(app)) || is_back(app)) {
            app.settings.running = false;
        }
        if (time.starts_at && app.now >= *time.starts_at) {
            time.starts_at.reset();
            app.settings.running = true;
        }
        go_to_wanted_time(app);
        app.view.waiting = time.starts_at || travel.under_way || travel.goal || time.comes_back;
    }

private:
    std::uint64_t seen_arrivals_ = 0, seen_load_ = 0;
};

} // namespace

extern const FeatureEntry time_keeper_feature = feature<TimeKeeper>();

void time_layer(AppState& app) {
    TimeView& time = app.get<TimeView>();
    time.height = 0; // the picture as it is without the bar
    OpenPicture place = open_picture(app);
    place.to.y -= app.view.layer == Layer::stage ? time.stage_foot : 0;
    const TravelStatus& travel = app.status.travel;
    const bool asked_for = time.bar || time.loop_from || travel.in_past || travel.under_way ||
                           travel.loop || travel.goal;
    if (bar_layer(app, time.picture, place, app.view.layer != Layer::nothing, asked_for)) {
        time.height = static_cast<float>(time.picture.opacity) * (bar_height() + scaled(8));
    }
    draw_countdown(app);
}

void preview_time_layer(AppState& app, const PictureArea& preview) {
    const OpenPicture place{preview.from,
                            {preview.from.x + preview.size.x, preview.from.y + preview.size.y}};
    bar_layer(app, app.get<TimeView>().preview, place, !app.race.under_way, false);
}

} // namespace orrery
