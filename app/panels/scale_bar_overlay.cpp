// A round length where the camera looks, in a corner of the picture.

#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"
#include "app/state/time_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace orrery {
namespace {

constexpr float longest = 170; // pixels at scale 1
constexpr float tick = 4;
constexpr float inset = 18;
constexpr float stage_letters = 0.03F; // of the height
constexpr float stage_height = 720;    // pixels, of a picture at scale 1

} // namespace

void scale_bar_overlay(AppState& app) {
    const OpenPicture picture = open_picture(app);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const bool on_stage = app.view.layer == Layer::stage;
    // A pixel at scale 1. An audience sits as far away whatever the pixels' number.
    const float unit = on_stage ? display.y / stage_height : scaled(1);
    const double distance = app.camera.pose().distance;
    if (!app.view.show_scale_bar || app.view.show_chart || app.status.count == 0 ||
        picture.width() < unit * 3 * longest || picture.height() < unit * 120 || !(distance > 0)) {
        return;
    }
    const double aspect = static_cast<double>(display.x) / static_cast<double>(display.y);
    const double pixels_a_unit =
        0.5 * static_cast<double>(display.y) * app.camera.projection(aspect)[1][1] / distance;
    const double length = round_length(static_cast<double>(unit * longest) / pixels_a_unit);
    const auto width = static_cast<float>(length * pixels_a_unit);
    const std::string words = spoken_length(length, app.units);

    // An audience sits farther away, and has its figures at the picture's foot.
    const float letters = on_stage ? stage_letters * display.y : scaled(text_height);
    const float line = on_stage ? letters / 10 : scaled(1.5F);
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float right = picture.to.x - unit * inset;
    // The time bar stands on the stage's foot, else on the picture's.
    const float foot = on_stage ? app.get<TimeView>().stage_foot + app.get<TimeView>().height : 0;
    const float below = std::min(picture.to.y, display.y - foot) - unit * inset;
    const float left = right - width;
    ImGui::PushFont(nullptr, letters / ImGui::GetStyle().FontScaleMain);
    const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
    const float middle = 0.5F * (left + right);
    const float top = below - extent.y - unit * tick;
    const float pad = unit * 6;
    const float half = 0.5F * std::max(extent.x, right - left) + pad;
    // Over bright bodies neither bar nor words could be seen.
    draw.AddRectFilled({middle - half, top - pad / 2}, {middle + half, below + pad},
                       IM_COL32(7, 8, 12, 150), pad);
    const ImU32 colour = IM_COL32(225, 228, 236, 235);
    draw.AddLine({left, below}, {right, below}, colour, line);
    for (const float end : {left, right}) {
        draw.AddLine({end, below - unit * tick}, {end, below}, colour, line);
    }
    draw.AddText({middle - 0.5F * extent.x, top}, colour, words.c_str());
    ImGui::PopFont();
}

} // namespace orrery
