// For the speaker alone, in a window of their own: the time, what to say now, what comes next, and
// what the audience sees instead of the picture. Type that is read at a glance in a dark room.

#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/shortcut.hpp"
#include "app/state/speaker.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace orrery {
namespace {

// Heights at scale 1 of what is said, in a column as large as below; it grows with the column.
constexpr float timer_type = 50, clock_type = 28, title_type = 27, notes_type = 25, next_type = 23;
constexpr float words_type = text_height;
constexpr ImVec2 usual_column{490, 640};

// How much larger than usual.
float growth_of_column() {
    const ImVec2 size = ImGui::GetWindowSize();
    const float factor = std::min(size.x / scaled(usual_column.x), size.y / scaled(usual_column.y));
    return std::clamp(factor, 0.8F, 1.5F);
}

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return fmt::format("{:02}:{:02}", local.tm_hour, local.tm_min);
}

ImVec4 colour_of(TalkMood mood) {
    return mood == TalkMood::over    ? danger_colour()
           : mood == TalkMood::hurry ? accent_colour()
                                     : text_colour();
}

void wrapped(ImFont* font, float height, const ImVec4& colour, const std::string& text) {
    ImGui::PushFont(font, height);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void at_right(const std::string& text) {
    const float slack = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(slack, 0.0F));
    ImGui::TextUnformatted(text.c_str());
}

void draw_time(AppState& app, float growth) {
    const std::optional<double> planned = app.get<SpeakerStatus>().minutes
                                              ? app.get<SpeakerStatus>().minutes
                                              : app.get<TourStatus>().minutes;
    const TalkTime time =
        talk_time(app.now - app.get<SpeakerStatus>().timer_began.value_or(app.now), planned);
    const ImVec4 colour = colour_of(time.mood);
    const float top = ImGui::GetCursorPosY();
    ImGui::PushFont(number_font(), growth * timer_type);
    ImGui::TextColored(colour, "%s", time.gone.c_str());
    const float height = ImGui::GetTextLineHeight();
    if (ImGui::IsItemClicked()) {
        app.actions.run("speaker.timer");
    }
    ImGui::PopFont();
    tip("Timer of the talk; click to restart");
    ImGui::SameLine(0, scaled(18));
    ImGui::BeginGroup();
    ImGui::PushFont(number_font(), growth * clock_type);
    ImGui::SetCursorPosY(top + (time.left.empty() ? (height - ImGui::GetTextLineHeight()) / 2 : 0));
    at_right(time_of_day());
    ImGui::PopFont();
    if (!time.left.empty()) {
        ImGui::PushFont(nullptr, 0.8F * growth * clock_type);
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::SetCursorPosY(top + height - ImGui::GetTextLineHeight());
        at_right(time.left);
        ImGui::PopStyleColor();
        ImGui::PopFont();
    }
    ImGui::EndGroup();
    if (planned) {
        const ImVec2 from = ImGui::GetCursorScreenPos();
        const float width = ImGui::GetContentRegionAvail().x;
        ImDrawList& draw = *ImGui::GetWindowDrawList();
        draw.AddRectFilled(from, {from.x + width, from.y + scaled(5)}, faded(card_colour()),
                           scaled(2));
        draw.AddRectFilled(from, {from.x + width * time.share, from.y + scaled(5)}, faded(colour),
                           scaled(2));
        ImGui::Dummy({width, scaled(8)});
    }
}

// Lit while it is on.
void state_button(const AppState& app, const char* id, const char* text, float width) {
    const Action& action = app.actions.find(id);
    const bool on = action.is_checked();
    if (on) {
        ImGui::PushStyleColor(ImGuiCol_Button, accent_colour());
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, accent_colour());
        ImGui::PushStyleColor(ImGuiCol_Text, ImVec4(0.05F, 0.05F, 0.06F, 1));
    }
    ImGui::BeginDisabled(!action.is_enabled());
    const std::string label = fmt::format("{}   {}", tr(text), spoken_keys(action.shortcut));
    if (ImGui::Button(label.c_str(), {width, scaled(34)})) {
        action.run();
    }
    ImGui::EndDisabled();
    if (on) {
        ImGui::PopStyleColor(3);
    }
    tip(tooltip_text(action));
}

struct StateButton {
    const char* action;
    const char* text;
};

void button_row(const AppState& app, std::span<const StateButton> buttons) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const auto count = static_cast<float>(buttons.size());
    const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * spacing) / count;
    for (std::size_t i = 0; i < buttons.size(); ++i) {
        if (i > 0) {
            ImGui::SameLine();
        }
        state_button(app, buttons[i].action, buttons[i].text, width);
    }
}

void draw_buttons(const AppState& app) {
    static constexpr std::array curtains{StateButton{"view.black", tr_noop("Black")},
                                         StateButton{"view.white", tr_noop("White")},
                                         StateButton{"view.freeze", tr_noop("Freeze")}};
    static constexpr std::array pointing{StateButton{"stage.pointer", tr_noop("Pointer")},
                                         StateButton{"stage.spotlight", tr_noop("Spotlight")},
                                         StateButton{"stage.draw", tr_noop("Draw")}};
    static constexpr std::array moves{StateButton{"tour.previous", tr_noop("Back")},
                                      StateButton{"tour.next", tr_noop("Next")}};
    button_row(app, curtains);
    button_row(app, pointing);
    if (app.get<TourStatus>().given) {
        button_row(app, moves);
    }
}

void draw_step(const AppState& app, float growth) {
    const TourStatus& tour = app.get<TourStatus>();
    if (!tour.given) {
        wrapped(strong_font(), growth * title_type, text_colour(), tr(app.catalogue.title));
        wrapped(nullptr, growth * words_type, quiet_colour(),
                tr("No tour is running. F5 starts one; its notes and the next steps appear here."));
        return;
    }
    wrapped(number_font(), growth * words_type, quiet_colour(),
            tr_format("{} of {}   {} in this step", tour.position + 1, tour.steps.size(),
                      as_clock(tour.seconds_in_step)));
    wrapped(strong_font(), growth * title_type, text_colour(), tour.steps[tour.position]);
    ImGui::Dummy({0, scaled(2)});
    wrapped(nullptr, growth * notes_type, text_colour(), tour.notes);
}

// Returns its height, so that the notes have what is left above it.
float height_of_next(const AppState& app, float width, float growth) {
    if (!app.get<TourStatus>().given) {
        return 0;
    }
    const auto height = [width](ImFont* font, float size, const std::string& text) {
        ImGui::PushFont(font, size);
        const float tall = ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
        ImGui::PopFont();
        return tall;
    };
    const StageWords& next = app.get<TourStatus>().next;
    const float words = next.line.empty() ? 0 : height(nullptr, growth * words_type, next.line);
    return growth * ImGui::GetTextLineHeight() +
           height(strong_font(), growth * next_type, next.title) + words + scaled(22);
}

void draw_next(const AppState& app, float growth) {
    const StageWords& next = app.get<TourStatus>().next;
    ImGui::Separator();
    wrapped(nullptr, growth * small_text_height, accent_colour(),
            tr(next.title.empty() ? "This is the last step" : "Next"));
    if (!next.title.empty()) {
        wrapped(strong_font(), growth * next_type, text_colour(), next.title);
        wrapped(nullptr, growth * words_type, quiet_colour(), next.line);
    }
}

} // namespace

void speaker_panel(AppState& app) {
    if (begin_panel("Speaker")) {
        const float larger = growth_of_column();
        draw_time(app, larger);
        draw_buttons(app);
        const ImVec2 room = ImGui::GetContentRegionAvail();
        const float next = std::min(height_of_next(app, room.x, larger), 0.5F * room.y);
        if (ImGui::BeginChild("notes", {0, room.y - next})) {
            draw_step(app, larger);
        }
        ImGui::EndChild();
        if (next > 0) {
            draw_next(app, larger);
        }
    }
    ImGui::End();
}

} // namespace orrery
