#include "app/panels/switch_marks.hpp"

#include "app/panels/theme.hpp"

#include <implot.h>

#include <algorithm>
#include <ranges>

namespace orrery {

// The newest first: an older one whose words would run into a newer one's goes without.
void draw_switch_marks(std::span<const PlacedMark> marks) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const float bottom = corner.y + size.y;
    ImPlot::PushPlotClipRect();
    ImGui::PushFont(nullptr, small_text_height);
    const float line = ImGui::GetTextLineHeight();
    float free_until = corner.x + size.x;
    for (const PlacedMark& mark : std::views::reverse(marks)) {
        const float x = ImPlot::PlotToPixels(mark.place, ImPlot::GetPlotLimits().Y.Min).x;
        draw.AddLine({x, corner.y}, {x, bottom}, faded(accent_colour(), 0.75F), scaled(1));
        const float width = ImGui::CalcTextSize(mark.label.c_str()).x + scaled(8);
        const bool at_left = x + width > corner.x + size.x;
        const float left = at_left ? x - width : x;
        if (left < corner.x || left + width > free_until) {
            continue;
        }
        draw.AddRectFilled({left, bottom - line - scaled(3)}, {left + width, bottom},
                           faded(ImGui::GetStyle().Colors[ImGuiCol_PopupBg], 0.85F), scaled(2));
        draw.AddText({left + scaled(4), bottom - line - scaled(2)}, faded(accent_colour()),
                     mark.label.c_str());
        free_until = std::min(left, x);
    }
    ImGui::PopFont();
    ImPlot::PopPlotClipRect();
}

} // namespace orrery
