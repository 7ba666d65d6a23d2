#include "app/stage/stage_type.hpp"

#include "app/state/temporarily.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace orrery {

namespace {

// A number and its unit stay on one line.
std::string with_units_bound(std::string words) {
    constexpr std::array<std::string_view, 5> units{"%", "×", "ms", "µs", "s"};
    for (std::size_t at = words.find(' ', 1); at != std::string::npos;
         at = words.find(' ', at + 1)) {
        const std::string_view next =
            std::string_view(words).substr(at + 1, words.find_first_of(" )", at + 1) - at - 1);
        if (std::isdigit(static_cast<unsigned char>(words[at - 1])) != 0 &&
            std::ranges::find(units, next) != units.end()) {
            words.replace(at, 1, "\u00a0");
        }
    }
    return words;
}

} // namespace

void write_on_stage(const ImVec2& corner, const ImVec4& colour, const std::string& text,
                    float widest) {
    ImGui::GetBackgroundDrawList()->AddText(
        ImGui::GetFont(), ImGui::GetFontSize(), corner, faded(colour),
        (widest > 0 ? with_units_bound(text) : text).c_str(), nullptr, widest);
}

void StageText::balance() {
    const float most = extent().y;
    float narrow = 0;
    float wide = widest;
    for (int halving = 0; halving < 8; ++halving) {
        widest = (narrow + wide) / 2;
        (extent().y > most ? narrow : wide) = widest;
    }
    widest = wide;
}

ImVec2 StageText::extent() const {
    const Typeface face(font, pixels);
    return ImGui::CalcTextSize(with_units_bound(words).c_str(), nullptr, false, widest);
}

float StageText::line_height() const {
    const Typeface face(font, pixels);
    return ImGui::GetTextLineHeight();
}

void StageText::write(const ImVec2& corner, const ImVec4& colour) const {
    const Typeface face(font, pixels);
    write_on_stage(corner, colour, words, widest);
}

void fill_on_stage(const ImVec2& from, const ImVec2& to, ImU32 colour, float rounding) {
    // Its colour is one texel: its neighbours need not be looked at, or (ImGuiSession) no texel.
    const ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    // Round corners would be texels, too.
    const Temporarily flags(draw.Flags, draw.Flags & ~ImDrawFlags_UseTexForRoundCorners);
    draw.AddCallback(platform.DrawCallback_SetSamplerNearest, nullptr);
    draw.AddRectFilled(from, to, colour, rounding);
    draw.AddCallback(platform.DrawCallback_ResetRenderState, nullptr);
}

void stage_plate(const ImVec2& from, const ImVec2& to, float rounding, float dark) {
    ImVec4 colour = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    const bool opaque = ImGui::GetStyle().Colors[ImGuiCol_WindowBg].w >= 0.95F;
    colour.w = opaque ? 0.94F : dark;
    fill_on_stage(from, to, faded(colour), rounding);
}

std::vector<std::string> lines_of(const std::vector<std::string>& figures, float widest) {
    std::vector<std::string> lines;
    for (const std::string& figure : figures) {
        const std::string longer = lines.empty() ? figure : lines.back() + "   ·   " + figure;
        if (!lines.empty() && ImGui::CalcTextSize(longer.c_str()).x <= widest) {
            lines.back() = longer;
        } else {
            lines.push_back(figure);
        }
    }
    return lines;
}

} // namespace orrery
