// A round length where the camera looks, in a corner of the picture.

#include "app/language/tr.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace orrery {
namespace {

constexpr float longest = 170; // pixels at scale 1
constexpr float tick = 4;
constexpr float inset = 18;

// The largest of 1, 2, 5, 10 … that is no larger.
double round_below(double length) {
    const double decade = std::pow(10.0, std::floor(std::log10(length)));
    const double digits = length / decade;
    return decade * (digits >= 5 ? 5 : digits >= 2 ? 2 : 1);
}

} // namespace

void scale_bar_overlay(AppState& app) {
    const OpenPicture picture = open_picture(app);
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const double distance = app.camera.pose().distance;
    if (!app.view.show_scale_bar || app.view.show_chart || app.status.count == 0 ||
        picture.width() < scaled(3 * longest) || picture.height() < scaled(120) ||
        !(distance > 0)) {
        return;
    }
    const double aspect = static_cast<double>(display.x) / static_cast<double>(display.y);
    const double pixels_a_unit =
        0.5 * static_cast<double>(display.y) * app.camera.projection(aspect)[1][1] / distance;
    const double length = round_below(static_cast<double>(scaled(longest)) / pixels_a_unit);
    const auto width = static_cast<float>(length * pixels_a_unit);
    const std::string words =
        app.units.length.empty()
            ? with_decimal_mark(fmt::format("{:g}", length))
            : with_decimal_mark(fmt::format("{:g} ", length)) + tr(app.units.length);

    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float right = picture.to.x - scaled(inset);
    const float below = picture.to.y - scaled(inset);
    const float left = right - width;
    for (const bool shadow : {true, false}) {
        const ImU32 colour = shadow ? IM_COL32(0, 0, 0, 170) : IM_COL32(225, 228, 236, 220);
        const float by = shadow ? scaled(1) : 0;
        const float thick = scaled(1.5F);
        draw.AddLine({left + by, below + by}, {right + by, below + by}, colour, thick);
        for (const float end : {left, right}) {
            draw.AddLine({end + by, below - scaled(tick) + by}, {end + by, below + by}, colour,
                         thick);
        }
        const ImVec2 extent = ImGui::CalcTextSize(words.c_str());
        draw.AddText({0.5F * (left + right - extent.x) + by, below - extent.y - scaled(tick) + by},
                     colour, words.c_str());
    }
}

} // namespace orrery
