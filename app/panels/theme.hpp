#pragma once

#include "app/state/look.hpp"

#include <glm/vec3.hpp>
#include <imgui.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

struct ColourMap;

// Fonts (Inter, JetBrains Mono), colours and metrics at `scale`; called when one of them changes.
void apply_theme(float scale, Theme theme = Theme::dark);

// Heights of text in pixels at scale 1. (An em is about four fifths of that.)
inline constexpr float text_height = 17;
inline constexpr float small_text_height = 15;

// The one colour for what is live.
ImVec4 accent_colour();
ImVec4 text_colour();
ImVec4 quiet_colour();  // of explanations
ImVec4 good_colour();   // a promise kept
ImVec4 danger_colour(); // a promise broken, an error

ImVec4 card_colour();   // the ground of what stands together in a panel
ImVec4 ground_colour(); // of what stands over the picture

// The colour of a family of algorithms, used everywhere (deck, plots, charts): the table's or,
// among the families in the list, one of four that are far from the table's and from each other.
struct Rgb {
    float red, green, blue; // sRGB, 0 … 1
};
Rgb family_colour(std::string_view family);
Rgb family_colour(std::string_view family, std::vector<std::string_view> families);

// An algorithm's own shade of its family's colour.
ImVec4 algorithm_colour(const std::string& id);

// Colours that are made for a dark ground, on the ground that the theme has.
ImVec4 on_ground(ImVec4 colour);

ImVec4 as_vector(const Rgb& colour, float alpha = 1);

// Light as ImGui wants it.
ImVec4 as_seen(const glm::vec3& light);

// A colour map as what it looks like, dark at the left.
void draw_colour_scale(ImDrawList& draw, const ColourMap& map, const ImVec2& from,
                       const ImVec2& to);

// A colour for drawing, as opaque as the style says times `alpha`.
ImU32 faded(const ImVec4& colour, float alpha = 1);

// Sizes at scale 1 to pixels.
float scaled(float pixels);

// Moves towards its target within about 150 ms; remembered in the current window under `id`.
float animated(const char* id, float target);

// Loads the fonts into Dear ImGui's context, once: from the program's own folder or from where
// systems keep theirs. ImGui's own font stands in for those not found.
void load_fonts(const std::filesystem::path& own = {});
// What to tell the user once where that was so.
std::optional<std::string> missing_fonts(const std::filesystem::path& own = {});

ImFont* number_font(); // JetBrains Mono: digits of one width, so that numbers do not dance
ImFont* strong_font(); // Inter, semi-bold

} // namespace orrery
