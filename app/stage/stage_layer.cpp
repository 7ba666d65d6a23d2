#include "app/stage/stage_layer.hpp"

#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/stage_facts.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/scene_density.hpp"
#include "app/state/time_view.hpp"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace orrery {
namespace {

// Shares of the picture's height.
constexpr float large_type = 0.05F, type = 0.04F, margin = 0.03F, legend_type = 0.032F;

// The narrowest that takes no more lines: they end up about as long as each other, and no word
// stands alone on the last.
float balanced_width(const std::string& text, float widest) {
    const auto height = [&](float width) {
        return ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
    };
    const float wanted = height(widest);
    float narrow = 0;
    float wide = widest;
    for (int halving = 0; halving < 8; ++halving) {
        const float middle = (narrow + wide) / 2;
        (height(middle) > wanted ? narrow : wide) = middle;
    }
    return wide;
}

void draw_title(const StageFacts& facts, const ImVec2& size) {
    const float edge = margin * size.y;
    const float widest = 0.62F * size.x;
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    ImVec2 title, line;
    float title_width = widest, line_width = widest;
    {
        const Typeface face(strong_font(), large_type * size.y);
        title_width = balanced_width(facts.title, widest);
        title = ImGui::CalcTextSize(facts.title.c_str(), nullptr, false, title_width);
    }
    {
        const Typeface face(nullptr, type * size.y);
        line_width = balanced_width(facts.line, widest);
        line = facts.line.empty()
                   ? ImVec2(0, 0)
                   : ImGui::CalcTextSize(facts.line.c_str(), nullptr, false, line_width);
    }
    const float pad = 0.5F * edge;
    const ImVec2 corner{edge, edge};
    stage_plate({corner.x - pad, corner.y - pad},
                {corner.x + std::max(title.x, line.x) + pad, corner.y + title.y + line.y + pad},
                pad);
    {
        const Typeface face(strong_font(), large_type * size.y);
        write_on_stage(corner, text, facts.title, title_width);
    }
    const Typeface face(nullptr, type * size.y);
    write_on_stage({corner.x, corner.y + title.y}, text, facts.line, line_width);
}

void draw_badge(const StageFacts& facts, const ImVec2& size) {
    if (facts.badge.empty()) {
        return;
    }
    const Typeface face(strong_font(), type * size.y);
    const float edge = margin * size.y;
    const float pad = 0.5F * edge;
    const ImVec2 extent = ImGui::CalcTextSize(facts.badge.c_str());
    const ImVec2 corner{size.x - edge - extent.x, edge};
    stage_plate({corner.x - pad, corner.y - pad},
                {corner.x + extent.x + pad, corner.y + extent.y + pad}, pad);
    write_on_stage(corner, accent_colour(), facts.badge, 0);
}

ImVec2 extent_in(ImFont* font, float pixels, const std::string& text) {
    const Typeface face(font, pixels);
    return ImGui::CalcTextSize(text.c_str());
}

// Of the algorithm's name and its dot, and the simulated time at the other end of its line.
struct Heading {
    float radius, name_left, time_left;
    bool has_time; // else there is no room beside the name
};

Heading place_heading(const StageFacts& facts, const ImVec2& size) {
    const float edge = margin * size.y;
    const float radius = 0.012F * size.y;
    const float name_left = edge + 3.5F * radius;
    const float name = extent_in(strong_font(), large_type * size.y, facts.algorithm).x;
    const float time = extent_in(number_font(), large_type * size.y, facts.time).x;
    const float time_left = size.x - edge - time;
    return {radius, name_left, time_left, name_left + name + edge < time_left};
}

void draw_heading(const AppState& app, const StageFacts& facts, const Heading& heading,
                  const ImVec2& size, float top) {
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    {
        const Typeface face(strong_font(), large_type * size.y);
        const ImVec4 colour = algorithm_colour(app.status.settings.algorithm);
        ImGui::GetBackgroundDrawList()->AddCircleFilled(
            {margin * size.y + heading.radius, top + ImGui::GetTextLineHeight() / 2},
            heading.radius, faded(colour));
        write_on_stage({heading.name_left, top}, text, facts.algorithm, (1 - 2 * margin) * size.x);
    }
    if (heading.has_time) {
        const Typeface face(number_font(), large_type * size.y);
        write_on_stage({heading.time_left, top}, text, facts.time);
    }
}

void draw_figures(AppState& app, const StageFacts& facts, const ImVec2& size) {
    const float edge = margin * size.y;
    const float widest = size.x - 2 * edge;
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    const Heading named = place_heading(facts, size);
    std::vector<std::string> figures = facts.figures;
    if (!named.has_time && !facts.time.empty()) {
        figures.insert(figures.begin(), facts.time);
    }
    std::vector<std::string> lines;
    float line_height = 0;
    {
        const Typeface face(number_font(), type * size.y);
        lines = lines_of(figures, widest);
        line_height = 1.15F * ImGui::GetTextLineHeight();
    }
    const float heading = 1.15F * large_type * size.y;
    const float height = heading + line_height * static_cast<float>(lines.size());
    const float top = size.y - edge / 2 - height;
    stage_plate({0, top - edge / 2}, {size.x, size.y}, 0);
    const float bar = 0.008F * size.y;
    app.get<TimeView>().stage_foot = size.y - (top - edge / 2 - bar);
    ImGui::GetBackgroundDrawList()->AddRectFilled(
        {0, top - edge / 2 - bar}, {size.x * facts.share, top - edge / 2}, faded(accent_colour()));
    draw_heading(app, facts, named, size, top);
    const Typeface face(number_font(), type * size.y);
    float y = top + heading;
    for (const std::string& line : lines) {
        write_on_stage({edge, y}, text, line, 0);
        y += line_height;
    }
}

// What the colours stand for. That crowded places are bright needs no words.
void draw_stage_legend(const AppState& app, const ImVec2& size) {
    const bool sliced = app.density && !app.density->slice.shade.empty();
    if (app.view.style.colour_by == ColourBy::density && !sliced) {
        return;
    }
    const float foot = app.get<TimeView>().stage_foot + app.get<TimeView>().height;
    draw_legend(app, {{0, 0}, {size.x, size.y - foot}}, legend_type * size.y / text_height);
}

} // namespace

void stage_layer(AppState& app) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    if (size.x <= 0 || size.y <= 0) {
        return;
    }
    const StageFacts facts = stage_facts(app);
    draw_title(facts, size);
    draw_badge(facts, size);
    draw_figures(app, facts, size);
    draw_stage_legend(app, size);
}

void curtain(const AppState& app) {
    if (app.view.curtain == Curtain::open) {
        return;
    }
    const ImU32 colour = app.view.curtain == Curtain::black ? IM_COL32_BLACK : IM_COL32_WHITE;
    ImGui::GetForegroundDrawList()->AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, colour);
}

} // namespace orrery
