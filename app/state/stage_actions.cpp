// A speaker's actions in front of an audience: pointing and drawing at the picture, tours, and a
// window of their own.

#include "app/state/default_actions.hpp"
#include "app/state/tour_status.hpp"
#include "app/state/window_requests.hpp"

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

Needed tour_needed(const AppState& app) {
    return {tr_noop("No tour is running: F5 starts one"),
            [&app] { return app.get<TourStatus>().given; }};
}

// Actions of a tour that is being given, with the keys that a clicker sends.
void add_move(AppState& app, const char* id, const char* label, const char* tooltip,
              const char* shortcut, TourMove move) {
    add_action(app, "Tour", id, label, tooltip, shortcut, move)
        .only_if(tour_needed(app))
        .while_presenting();
}

// The clickers' keys for a dark and a bright screen; without a tour these keys step.
void add_clicker_curtain(AppState& app, const char* id, const char* label, const char* shortcut,
                         const char* command) {
    add_action(app, "Tour", id, label, "The same during a tour, by the key that clickers send",
               shortcut, [&app, command] { app.actions.run(command); })
        .only_if(tour_needed(app).there)
        .while_presenting();
}

void add_tour_actions(AppState& app) {
    add_action(app, "Tour", "tour.ladder", "The ladder",
               "Each way to sum all pairs, and what it gains", "", GiveTour{"ladder"});
    add_action(app, "Tour", "tour.n_log_n", "N log N",
               "A tree against all pairs, with more and more bodies", "", GiveTour{"n_log_n"});
    add_action(app, "Tour", "tour.galaxies", "Galaxies",
               "Spiral arms, a collision, and what to look for", "", GiveTour{"galaxies"});
    add_action(app, "Tour", "tour.chaos", "Chaos",
               "Two bodies, three, a thousand: what can be foretold, and what runs backwards", "",
               GiveTour{"chaos"});
    add_action(app, "Tour", "tour.trust", "Trust",
               "What to believe of a simulation: energy, time steps, precision, forces", "",
               GiveTour{"trust"});
    add_action(app, "Tour", "tour.welcome", "Welcome",
               "Scenes that change by themselves, for a hall that fills", "", GiveTour{"welcome"});
    add_action(app, "Tour", "tour.cosmic_web", "The cosmic web",
               "How ripples became threads and knots, in an expanding box", "",
               GiveTour{"cosmic_web"});
    add_action(app, "Tour", "tour.start", "Start or resume",
               "Resumes the tour where it was stopped, or starts The ladder", "F5",
               TourMove::start);
    add_move(app, "tour.next", "Next step", "Goes to the next step", "PageDown", TourMove::next);
    add_move(app, "tour.previous", "Previous step", "Goes to the previous step", "PageUp",
             TourMove::previous);
    add_move(app, "tour.first", "First step", "Goes to the first step", "Home", TourMove::first);
    add_move(app, "tour.last", "Last step", "Goes to the last step", "End", TourMove::last);
    add_action(app, "Tour", "tour.leave", "Stop the tour",
               "Stops the tour and leaves the simulation as it is; F5 resumes", "Esc",
               TourMove::leave)
        .only_if([&app] {
            return app.get<TourStatus>().given && !app.race.under_way &&
                   !something_is_open(app.view);
        })
        .while_presenting();
    add_clicker_curtain(app, "tour.black", "Black, by clicker", ".", "view.black");
    add_clicker_curtain(app, "tour.white", "White, by clicker", ",", "view.white");
    add_action(app, "Tour", "tour.rehearse", "Rehearse",
               "Tries every step of the tour in the background, and lists what does not run here",
               "", RehearseTour{});
    add_action(app, "Tour", "tour.record", "Add as tour step",
               "Adds what you see now as the next step of a tour file in the working folder", "F6",
               RecordStep{})
        .only_if(loaded(app));
}

} // namespace

std::optional<Annotation> finished(Annotation stroke) {
    constexpr float shortest = 0.012F; // of the picture's height: less is a click
    const bool words = stroke.kind == Annotation::Kind::words;
    const bool seen =
        words ? stroke.words.find_first_not_of(' ') != std::string::npos && !stroke.points.empty()
              : std::ranges::any_of(stroke.points, [&](const glm::vec2& point) {
                    return glm::distance(point, stroke.points.front()) >= shortest;
                });
    return seen ? std::optional(std::move(stroke)) : std::nullopt;
}

std::string as_clock(double seconds) {
    const auto whole = static_cast<long>(std::floor(std::max(seconds, 0.0)));
    const long hours = whole / 3600;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, whole / 60 % 60, whole % 60)
                     : fmt::format("{}:{:02}", whole / 60, whole % 60);
}

TalkTime talk_time(double seconds, std::optional<double> planned_minutes) {
    TalkTime time;
    time.gone = as_clock(seconds);
    if (!planned_minutes) {
        return time;
    }
    constexpr double usual_hurry = 5 * 60;
    const double planned = 60 * *planned_minutes;
    const double left = planned - std::floor(seconds);
    time.share = static_cast<float>(std::clamp(seconds / planned, 0.0, 1.0));
    time.left =
        left >= 0 ? tr_format("{} left", as_clock(left)) : tr_format("{} over", as_clock(-left));
    time.mood = left < 0                                     ? TalkMood::over
                : left <= std::min(usual_hurry, planned / 4) ? TalkMood::hurry
                                                             : TalkMood::calm;
    return time;
}

void add_stage_actions(AppState& app) {
    Annotations& annotations = app.view.annotations;
    const Needed drawn{tr_noop("Nothing is drawn yet: D draws on the picture"),
                       [&annotations] { return !annotations.drawn.empty(); }};
    add_toggle(app, "Stage", "stage.pointer", "Pointer",
               "Shows the mouse as a bright dot, visible from the last row", "I",
               annotations.pointer);
    add_toggle(app, "Stage", "stage.spotlight", "Spotlight",
               "Darkens everything but a circle around the mouse; Shift+wheel changes its size",
               "Shift+I", annotations.spotlight);
    add_toggle(app, "Stage", "stage.draw", "Draw on the picture",
               "Drag for an arrow, Shift+drag for a line, click to type text", "D",
               annotations.drawing);
    add_action(app, "Stage", "stage.remove", "Remove last drawing",
               "Removes the newest arrow, line or text", "Backspace",
               [&annotations] { annotations.drawn.pop_back(); })
        .only_if(drawn);
    add_action(app, "Stage", "stage.clear", "Clear drawings", "Removes all arrows, lines and text",
               "Shift+D", [&annotations] { annotations.drawn.clear(); })
        .only_if(drawn);
    add_tour_actions(app);
    SpeakerStatus& speaker = app.get<SpeakerStatus>();
    add_action(app, "Tour", "speaker.window", "Speaker's window",
               "Opens a second window with panels, notes, timer and preview; this one is for the "
               "audience and moves to a second monitor",
               "F8", ToggleSpeaker{})
        .shows([&speaker] { return speaker.open; });
    add_action(app, "Tour", "speaker.timer", "Restart the timer",
               "Sets the talk's timer back to zero", "",
               [&app, &speaker] { speaker.timer_began = app.now; })
        .only_if([&speaker] { return speaker.open; });
}

} // namespace orrery
