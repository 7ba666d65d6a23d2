#pragma once

#include "app/numbers.hpp" // with_thousands, with_prefix, as_milliseconds; parse_count for "64k"
#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// Each draws one panel; the dock layout of the first start is made by fit_panels.
void simulation_panel(AppState& app);
void algorithm_deck_panel(AppState& app);
void timings_panel(AppState& app);
// Within it, where many processes simulate together.
void ranks_table(const AppState& app, const ImVec2& size);
void trust_panel(AppState& app);
void machine_panel(AppState& app); // measured peaks, roofline
void view_panel(AppState& app);    // camera, colour, style
void tour_panel(AppState& app);    // while a tour is given: for the speaker
void speaker_panel(AppState& app); // in the speaker's window: time, notes, what comes next

// Menu bar and status line in one: scene, transport buttons, time, bodies, algorithm, ms, fps.
void status_line(AppState& app);
std::string source_title(const std::string& source); // what a scene or a file is called
void legend_overlay(AppState& app);                  // the colour scale, over the picture
void scale_bar_overlay(AppState& app);               // a length in its corner
void label_overlay(AppState& app);                   // names of labelled bodies (Sun, Earth …)
void guide_overlay(AppState& app); // the numbers of the reference grid, names of the axes
// The same in a view of its own, where they are; and where the words lie: left, top, right, below.
std::vector<glm::vec4> draw_labels(const AppState& app, const PictureView& view,
                                   std::span<const glm::dvec3> positions);
// The radius in pixels of the ball that a body is drawn as, so far from the eye, of a black hole
// with its disk; 0: it is a light.
float ball_in_picture(const std::vector<BodyLight>& lights, const BodyStyle& style,
                      const PictureView& view, std::size_t body, double depth);
// The place of the card of the body that is followed: left, top, right, below. None: there is no
// card in the picture. Names keep clear of it.
struct FollowedCard {
    std::optional<glm::vec4> place;
};
// The legend at the foot of a place of its own; a pixel at scale 1 is `unit` large.
void draw_legend(const AppState& app, OpenPicture picture, float unit);
void help_overlay(AppState& app);        // F1: every action and its key, and the mouse
void command_palette(AppState& app);     // Ctrl+K: type to find an action, scene or algorithm
void tour_offer(AppState& app);          // at the first start: tours to begin with
void lost_session_offer(AppState& app);  // after an unexpected end
void error_banner(AppState& app);        // what went wrong and what can be done
void recording_mark(AppState& app);      // while a video is recorded
void toast_overlay(const AppState& app); // where there are panels
void stage_notices(const AppState& app); // what an audience may read of them
void hint_line(AppState& app);           // first seconds: "F1 help · Space pause · A algorithm"
void frozen_line(const AppState& app); // that the picture stands still, and by which key it goes on

} // namespace orrery
