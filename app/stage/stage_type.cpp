#include "app/stage/stage_type.hpp"
#include "app/state/temporarily.hpp"

namespace orrery {

void write_on_stage(const ImVec2& corner, const ImVec4& colour, const std::string& text,
                    float widest) {
    ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), corner,
                                            faded(colour), text.c_str(), nullptr, widest);
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
    return ImGui::CalcTextSize(words.c_str(), nullptr, false, widest);
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
