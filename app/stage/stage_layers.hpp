#pragma once

#include "app/chart/charts.hpp"
#include "app/code/code_excerpt.hpp"
#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"
#include "app/state/measured_words.hpp"
#include "app/state/tour_status.hpp"

#include <cstddef>
#include <string>
#include <vector>

// What an audience sees over the picture, a layer each; a video has them in any size.
namespace orrery {

// In type of 4 to 5 % of the picture's height: the scene and what it is, the algorithm with its
// figures, and why the picture stands where it does.
void stage_layer(AppState& app);
// What the audience has to know of the picture, as "Paused": over all that stands in it.
void stage_badge(const AppState& app);

// The same as words.
struct StageFacts {
    std::string title; // of the scene
    std::string line;  // what it is
    std::string algorithm;
    std::string time;                 // simulated: "t = 978 Myr", a date
    std::vector<std::string> figures; // "16,384 bodies", "12.3 ms a step", "1.94 G interactions/s"
    std::string badge;                // why it does not just run: "Paused"; empty: it does
    float share = 0;                  // of a long step, 0 … 1
    std::optional<Headline> number;   // in the largest type
};
StageFacts stage_facts(const AppState& app);
// That the picture is frozen, where no other window can tell the speaker so; else "".
std::string frozen_words(const AppState& app);

// The number in the upper right corner, which counts up when it becomes another. Where its plate
// begins from the left and ends below; without one the right edge and the upper one.
ImVec2 draw_stage_number(AppState& app, const StageFacts& facts, const ImVec2& size);
// The legend says what the colours stand for, in type of that share of the window's height. That
// crowded places are bright needs no words.
void draw_stage_legend(const AppState& app, const OpenPicture& picture, float type_share);
// What the number reads now.
std::string counted_up(AppState& app, const Headline& number);

// Black or white over everything, while the speaker wants it.
void curtain(const AppState& app);

// What is read over the views of a race: of each racer what it is, what it has of the machine, how
// fast it is and where it has come to.
void race_layer(AppState& app);
// Where the views of a tour's race have room: below what its step says.
ClearArea below_title(const AppState& app, const ClearArea& open);
// How many times as fast as the reference the quickest racer is, where the look asks for factors.
std::optional<Headline> race_headline(const AppState& app);
// Below the view of a racer: "16,384 bodies", "6.18 ms a step", "70 × Two loops".
std::vector<std::string> racer_words(const AppState& app, std::size_t number);

// The chart over the picture, where the look asks for it: a full-width bar for each algorithm,
// which fills while it is measured; and beside them the cost over the number of bodies, once that
// is measured or while it is. Or a small one in a corner, from which it grows over the picture.
void chart_layer(AppState& app);
// Its contents: the algorithms that run here and whose cost is known, measured or estimated
// (`of_run_ones`: measured); and how costs grow with the bodies, as far as it was measured.
LadderChart ladder_of(const AppState& app, bool of_run_ones = false);
ScalingChart scaling_of(const AppState& app);
// Whether the chart has room for it: a step of a tour may want only some.
bool is_charted(const AppState& app, const std::string& algorithm);

// The picture's middle goes to the middle of what a small chart leaves: beside it, or above it
// where there is code beside it.
ClearArea clear_of_corner(const AppState& app, const ClearArea& open);

// The inner loop of the algorithm that runs, beside the picture.
void code_layer(const AppState& app);
bool shows_code(const AppState& app);
// The picture's middle goes to the middle of what the code leaves of it, and a chart below.
ClearArea beside_code(const AppState& app, const ClearArea& open);

// Draws over the picture what the threads of the algorithm that runs do, where there is a drawing
// of it.
void kernel_layer(const AppState& app);
bool shows_kernel(const AppState& app);
// The drawing between two corners of a window; whether there is one.
bool draw_kernel(const AppState& app, ImDrawList& draw, const ImVec2& from, const ImVec2& to);

// The colour of a part of a line of code.
ImVec4 colour_of(TokenKind kind);
// How opaque lines are that are not lit, beside some that are.
float unlit_strength();

// A card of a tour over the picture: lines, a formula, an address.
void card_layer(const AppState& app);
// Whether one, or a drawing, hides the simulation.
bool shows_card(const AppState& app);
// The address that it shows; "": none.
std::string shown_address(const AppState& app, const TourCard& card);

// Arrows, lines and words that a speaker has drawn; the spotlight around the mouse, the pointer.
void annotation_layer(const AppState& app);
// What is drawn with the mouse on the picture in `area`, while that draws instead of moving the
// camera; and where the mouse is.
void take_strokes(AppState& app, const PictureArea& area);
// The field in which words are typed that are to stand on the picture, while they are.
void annotation_field(AppState& app, const PictureArea& area);

} // namespace orrery
