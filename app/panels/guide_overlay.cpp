// The numbers of the reference grid, and the names of the axes.

#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/time_view.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr ImU32 number_colour = IM_COL32(200, 210, 226, 225);
constexpr std::array<ImU32, 3> axis_colours{
    IM_COL32(255, 140, 130, 255), IM_COL32(150, 232, 140, 255), IM_COL32(140, 186, 255, 255)};

constexpr float stage_title = 0.19F, stage_type = 0.03F; // of the picture's height

struct Words {
    glm::dvec3 place;
    std::string text;
    ImU32 colour;
};

// The names of the axes first: they are few.
std::vector<Words> words_for(const AppState& app) {
    const GuideGrid grid = grid_for(app.camera.pose());
    std::vector<Words> words;
    if (app.view.show_axes) {
        const char* const names[] = {"x", "y", "z"};
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            glm::dvec3 tip(0, 0, 0);
            tip[axis] = 4.15 * grid.spacing;
            words.push_back({tip, names[axis], axis_colours[static_cast<std::size_t>(axis)]});
        }
        if (!app.view.show_grid) {
            words.push_back({{4 * grid.spacing, 0, 0},
                             spoken_length(4 * grid.spacing, app.units),
                             axis_colours[0]});
        }
    }
    if (app.view.show_grid) {
        for (int k = -grid.lines; k <= grid.lines; k += 2) {
            const double x = grid.x + k * grid.spacing, y = grid.y + k * grid.spacing;
            const double tiny = 1e-9 * grid.spacing;
            words.push_back({{x, grid.y, 0},
                             spoken_length(std::abs(x) < tiny ? 0 : x, app.units),
                             number_colour});
            words.push_back({{grid.x, y, 0},
                             spoken_length(std::abs(y) < tiny ? 0 : y, app.units),
                             number_colour});
        }
    }
    return words;
}

} // namespace

void guide_overlay(AppState& app) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    if ((!app.view.show_grid && !app.view.show_axes) || app.view.layer == Layer::nothing ||
        app.status.count == 0 || display.y <= 0) {
        return;
    }
    std::vector<ImRect> taken;
    for (const glm::vec4& place : app.words_in_picture) {
        taken.push_back({place.x, place.y, place.z, place.w});
    }
    const OpenPicture open = open_picture(app);
    ImRect within(open.from, open.to);
    const bool on_stage = app.view.layer == Layer::stage; // which has plates above and below
    if (on_stage) {
        within.Min.y += stage_title * display.y;
        within.Max.y = std::min(within.Max.y, display.y - app.get<TimeView>().stage_foot);
    }
    ImGui::PushFont(nullptr, on_stage ? stage_type * display.y / ImGui::GetStyle().FontScaleMain
                                      : text_height);
    const glm::dmat4 to_clip =
        app.camera.projection(static_cast<double>(display.x) / static_cast<double>(display.y)) *
        app.camera.view();
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float gap = scaled(5);
    for (const Words& words : words_for(app)) {
        const glm::dvec4 clip = to_clip * glm::dvec4(words.place, 1);
        if (clip.w <= 0) {
            continue;
        }
        const ImVec2 extent = ImGui::CalcTextSize(words.text.c_str());
        const ImVec2 at{static_cast<float>((clip.x / clip.w + 1) / 2) * display.x + gap,
                        static_cast<float>((1 - clip.y / clip.w) / 2) * display.y + gap};
        const ImRect place(at, {at.x + extent.x, at.y + extent.y});
        ImRect apart = place;
        apart.Expand(gap);
        const bool free = std::none_of(taken.begin(), taken.end(),
                                       [&](const ImRect& other) { return other.Overlaps(apart); });
        if (!free || !within.Contains(place)) {
            continue;
        }
        taken.push_back(place);
        draw.AddText({at.x + 1, at.y + 1}, IM_COL32(0, 0, 0, 190), words.text.c_str());
        draw.AddText(at, words.colour, words.text.c_str());
    }
    ImGui::PopFont();
}

} // namespace orrery
