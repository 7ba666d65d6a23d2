#pragma once

#include "app/panels/theme.hpp"

#include <imgui.h>

#include <string>
#include <vector>

namespace orrery {

// Type of a size in pixels, while it lives; ImGui counts in sizes at scale 1.
class Typeface {
public:
    Typeface(ImFont* font, float pixels) {
        ImGui::PushFont(font, pixels / ImGui::GetStyle().FontScaleMain);
    }
    Typeface(const Typeface&) = delete;
    Typeface& operator=(const Typeface&) = delete;
    ~Typeface() { ImGui::PopFont(); }
};

// A line or paragraph over the picture, from `corner` on.
void write_on_stage(const ImVec2& corner, const ImVec4& colour, const std::string& text,
                    float widest = 0);

// Words in one font and size.
struct StageText {
    ImFont* font = nullptr;
    float pixels = 0;
    std::string words;
    float widest = 0; // broken into lines of that; 0: one line

    // The narrowest lines that are no more: they end up about as long as each other, and no word
    // stands alone on the last.
    void balance();
    ImVec2 extent() const;
    float line_height() const;
    void write(const ImVec2& corner, const ImVec4& colour = text_colour()) const;
};

// A rectangle of one colour.
void fill_on_stage(const ImVec2& from, const ImVec2& to, ImU32 colour, float rounding = 0);
// The ground that letters stand on.
void stage_plate(const ImVec2& from, const ImVec2& to, float rounding, float dark = 0.76F);

// As many figures in a line as have room, in as many lines as it takes.
std::vector<std::string> lines_of(const std::vector<std::string>& figures, float widest);

} // namespace orrery
