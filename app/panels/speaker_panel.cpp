// For the speaker: where a tour is, what to say and what comes next, and its steps, to be put in
// another order, renamed and rewritten; and in a window of their own also the time and what the
// audience sees instead of the picture, in type that is read at a glance in a dark room.

#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/state/measured_words.hpp"
#include "app/state/tour_status.hpp"

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include <ctime>

namespace orrery {
namespace {

void step_list(AppState& app) {
    const TourStatus& tour = app.get<TourStatus>();
    for (std::size_t i = 0; i < tour.tour->steps.size(); ++i) {
        const bool present = i == tour.position;
        ImGui::PushID(static_cast<int>(i));
        ImGui::PushStyleColor(ImGuiCol_Text, present             ? accent_colour()
                                             : i < tour.position ? quiet_colour()
                                                                 : text_colour());
        const std::string line = fmt::format("{}  {}", i + 1, tour.tour->steps[i].title);
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
        editing.typed_of.reset();
    }
    tip(editing.changed ? "Edits the steps; changes are not saved yet" : "Edits the steps");
}

using What = TourEdit::What;

// Fields as they are typed; what they say is done when one is left.
void take_fields(TourStatus& tour) {
    if (tour.editing.typed_of != tour.tour) {
        tour.editing.typed_of = tour.tour;
        tour.editing.typed = tour.tour->steps[tour.editing.step];
    }
}

void field(AppState& app, const char* name, const char* hint, What what, std::string& text,
           int lines) {
    TourEditing& editing = app.get<TourStatus>().editing;
    small_text(quiet_colour(), name);
    ImGui::PushID(name);
    fill_line();
    if (lines == 1) {
        ImGui::InputTextWithHint("##text", tr(hint), &text);
    } else {
        const float height = static_cast<float>(lines) * ImGui::GetTextLineHeight() +
                             2 * ImGui::GetStyle().FramePadding.y;
        ImGui::InputTextMultiline("##text", &text, {-1, height}, ImGuiInputTextFlags_WordWrap);
    }
    tip(hint);
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        app.requests.add(TourEdit{what, editing.step, text});
    }
    ImGui::PopID();
}

// In a narrow panel buttons stand in two rows.
void same_line_for(const char* text) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::CalcTextSize(tr(text)).x + 2 * style.FramePadding.x;
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < width) {
        ImGui::NewLine();
    }
}

void move_button(AppState& app, const char* text, const char* tooltip, What what, bool enabled) {
    ImGui::BeginDisabled(!enabled);
    if (ImGui::Button(tr_id(text).c_str())) {
        std::size_t& step = app.get<TourStatus>().editing.step;
        app.requests.add(TourEdit{what, step});
        // The fields go along with the step.
        step += what == What::later ? 1 : 0;
        step -= what == What::earlier ? 1 : 0;
    }
    ImGui::EndDisabled();
    tip(tooltip);
    // In a narrow panel they stand in two rows.
    const float room = ImGui::GetWindowPos().x + ImGui::GetWindowSize().x;
    if (ImGui::GetItemRectMax().x + scaled(96) < room) {
        ImGui::SameLine();
    }
}

void buttons(AppState& app) {
    const TourEditing& editing = app.get<TourStatus>().editing;
    const Tour& tour = *app.get<TourStatus>().tour;
    move_button(app, "Earlier", "Moves it before the previous step", What::earlier,
                tour.can_exchange(editing.step, editing.step - 1));
    move_button(app, "Later", "Moves it after the next step", What::later,
                tour.can_exchange(editing.step, editing.step + 1));
    move_button(app, "Delete", "Deletes the step", What::remove, tour.steps.size() > 1);
    move_button(app, "Undo", "Undoes the last change to the tour", What::take_back, true);
    ImGui::BeginDisabled(!editing.changed);
    if (ImGui::Button(tr_id("Save").c_str())) {
        app.requests.add(SaveTour{});
    }
    ImGui::EndDisabled();
    tip(tr_format("Saves {} and leaves the rest of it unchanged; a built-in tour is saved as a "
                  "copy in the working folder",
                  editing.file));
}

void list(const Tour& tour, TourEditing& editing) {
    for (std::size_t i = 0; i < tour.steps.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const std::string line = fmt::format("{}  {}", i + 1, tour.steps[i].title);
        if (ImGui::Selectable(line.c_str(), i == editing.step)) {
            editing.step = i;
            editing.typed_of.reset();
        }
        ImGui::PopID();
    }
}

void step_editor(AppState& app) {
    TourStatus& tour = app.get<TourStatus>();
    TourEditing& editing = tour.editing;
    take_fields(tour);
    field(app, "Title", "Large, on the picture", What::title, editing.typed.title, 1);
    field(app, "Words", "Below it, for the audience", What::words, editing.typed.words, 2);
    field(app, "Notes", "For the speaker only", What::notes, editing.typed.notes, 5);
    buttons(app);
    ImGui::Separator();
    if (ImGui::BeginChild("edited steps")) {
        list(*tour.tour, editing);
    }
    ImGui::EndChild();
}

// Heights at scale 1 of what is said, in a column as large as below; it grows with the column.
constexpr float timer_type = 50, clock_type = 28, title_type = 27, notes_type = 25, next_type = 23;
constexpr float words_type = text_height;
constexpr ImVec2 usual_column{490, 640};

std::string time_of_day() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    localtime_r(&now, &local);
    return fmt::format("{:02}:{:02}", local.tm_hour, local.tm_min);
}

void at_right(const std::string& text) {
    const float slack = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(slack, 0.0F));
    ImGui::TextUnformatted(text.c_str());
}

void draw_time(AppState& app, float growth) {
    const SpeakerStatus& speaker = app.get<SpeakerStatus>();
    const std::optional<double> planned =
        speaker.minutes ? speaker.minutes : app.get<TourStatus>().tour->minutes;
    const TalkTime time = talk_time(app.now - speaker.timer_began.value_or(app.now), planned);
    const ImVec4 colour = time.mood == TalkMood::over    ? danger_colour()
                          : time.mood == TalkMood::hurry ? accent_colour()
                                                         : text_colour();
    const float top = ImGui::GetCursorPosY();
    text_in(number_font(), growth * timer_type, colour, time.gone);
    const float height = ImGui::GetItemRectSize().y;
    if (ImGui::IsItemClicked()) {
        app.actions.run("speaker.timer");
    }
    tip("Timer of the talk; click to restart");
    ImGui::SameLine(0, scaled(18));
    ImGui::BeginGroup();
    ImGui::PushFont(number_font(), growth * clock_type);
    ImGui::SetCursorPosY(top + (time.left.empty() ? (height - ImGui::GetTextLineHeight()) / 2 : 0));
    at_right(time_of_day());
    ImGui::PopFont();
    if (!time.left.empty()) {
        const FontScope scope(nullptr, 0.8F * growth * clock_type);
        ImGui::PushStyleColor(ImGuiCol_Text, colour);
        ImGui::SetCursorPosY(top + height - ImGui::GetTextLineHeight());
        at_right(time.left);
        ImGui::PopStyleColor();
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
    std::string label = fmt::format("{}   {}", tr(text), spoken_keys(action.shortcut));
    if (ImGui::CalcTextSize(label.c_str()).x > width) { // its tooltip has the key
        label = tr(text);
    }
    if (ImGui::Button(label.c_str(), {width, scaled(34)})) {
        action.run();
    }
    ImGui::EndDisabled();
    if (on) {
        ImGui::PopStyleColor(3);
    }
    tip(tooltip_text(action));
}

void button_row(const AppState& app,
                std::initializer_list<std::pair<const char*, const char*>> buttons) {
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const auto count = static_cast<float>(buttons.size());
    const float width = (ImGui::GetContentRegionAvail().x - (count - 1) * spacing) / count;
    for (const auto& [action, text] : buttons) {
        state_button(app, action, text, width);
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

void draw_buttons(const AppState& app) {
    button_row(app, {{"view.black", tr_noop("Black")},
                     {"view.white", tr_noop("White")},
                     {"view.freeze", tr_noop("Freeze")}});
    button_row(app, {{"stage.pointer", tr_noop("Pointer")},
                     {"stage.spotlight", tr_noop("Spotlight")},
                     {"stage.draw", tr_noop("Draw")}});
    if (app.get<TourStatus>().given) {
        button_row(app, {{"tour.previous", tr_noop("Back")}, {"tour.next", tr_noop("Next")}});
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
            tr_format("{} of {}   {} in this step", tour.position + 1, tour.tour->steps.size(),
                      as_clock(tour.seconds_in_step)));
    wrapped(strong_font(), growth * title_type, text_colour(), tour.step().title);
    ImGui::Dummy({0, scaled(2)});
    wrapped(nullptr, growth * notes_type, text_colour(), tour.step().notes);
}

// How the next step looked when it was shown before, beside its words.
void draw_next_picture(const StepPictures& pictures, const TourStatus& tour) {
    constexpr float share = 0.34F, aspect = 16.0F / 9;
    const auto found = pictures.textures.find(tour.position + 1);
    if (pictures.tour != tour.tour || found == pictures.textures.end()) {
        return;
    }
    const float width = share * ImGui::GetContentRegionAvail().x;
    const ImVec2 below{0, 1}, above{1, 0}; // OpenGL's rows begin at the foot
    ImGui::Image(ImTextureRef(ImTextureID{found->second}), {width, width / aspect}, below, above);
    ImGui::SameLine();
}

void draw_next(const AppState& app, float growth) {
    const TourStatus& tour = app.get<TourStatus>();
    const bool last = tour.position + 1 >= tour.tour->steps.size();
    ImGui::Separator();
    wrapped(nullptr, growth * small_text_height, accent_colour(),
            tr(last ? "This is the last step" : "Next"));
    if (!last) {
        const TourStep& next = tour.tour->steps[tour.position + 1];
        draw_next_picture(app.get<StepPictures>(), tour);
        ImGui::BeginGroup();
        wrapped(strong_font(), growth * next_type, text_colour(), next.title);
        wrapped(nullptr, growth * words_type, quiet_colour(), without_measurements(next.words));
        ImGui::EndGroup();
    }
}

} // namespace

void tour_panel(AppState& app) {
    // Its tab comes to the front, but for where the notes are in a panel of their own.
    const ImGuiWindowFlags stays =
        app.get<SpeakerStatus>().open ? ImGuiWindowFlags_NoFocusOnAppearing : 0;
    if (ImGui::Begin(tr_id("Tour").c_str(), nullptr, stays)) {
        const TourStatus& tour = app.get<TourStatus>();
        strong_text(tour.tour->title);
        ImGui::SameLine();
        number_text(quiet_colour(),
                    tr_format("{} of {}", tour.position + 1, tour.tour->steps.size()));
        number_text(as_clock(tour.seconds));
        tip("Time since the tour started, without breaks");
        ImGui::SameLine();
        small_text(quiet_colour(), tr_format("in this step {}", as_clock(tour.seconds_in_step)));
        const std::string& notes = tour.step().notes;
        if (!notes.empty() && !tour.editing.open) {
            ImGui::PushTextWrapPos(0);
            ImGui::TextUnformatted(notes.c_str());
            ImGui::PopTextWrapPos();
        }
        app.actions.button("tour.previous", "Back");
        ImGui::SameLine();
        app.actions.button("tour.next", "Next");
        ImGui::SameLine();
        app.actions.button("tour.leave", "Leave");
        if (tour.editing.possible) {
            same_line_for("Edit *");
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

void speaker_panel(AppState& app) {
    if (begin_panel("Speaker")) {
        const ImVec2 size = ImGui::GetWindowSize();
        const float larger = std::clamp(
            std::min(size.x / scaled(usual_column.x), size.y / scaled(usual_column.y)), 0.8F, 1.5F);
        draw_time(app, larger);
        draw_buttons(app);
        // The notes have what is left above what comes next, which is as high as a frame ago.
        const float room = ImGui::GetContentRegionAvail().y;
        ImGuiStorage& kept = *ImGui::GetStateStorage();
        const float next = kept.GetFloat(ImGui::GetID("next"));
        if (ImGui::BeginChild("notes", {0, room - std::min(next, 0.5F * room)})) {
            draw_step(app, larger);
        }
        ImGui::EndChild();
        const float top = ImGui::GetCursorPosY();
        if (app.get<TourStatus>().given) {
            draw_next(app, larger);
        }
        kept.SetFloat(ImGui::GetID("next"), ImGui::GetCursorPosY() - top);
    }
    ImGui::End();
}

} // namespace orrery
