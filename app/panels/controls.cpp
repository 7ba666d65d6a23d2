#include "app/panels/controls.hpp"

#include "app/panels/theme.hpp"

namespace orrery {

void row(const char* name, const char* tooltip) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet_colour(), "%s", name);
    if (tooltip != nullptr) {
        tip(tooltip);
    }
    ImGui::SameLine(scaled(94));
    ImGui::SetNextItemWidth(-1);
}

void tip(const std::string& text) {
    if (text.empty() ||
        !ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    if (ImGui::BeginTooltip()) {
        ImGui::PushTextWrapPos(scaled(320));
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

void number_text(const std::string& text) {
    number_text(ImGui::GetStyle().Colors[ImGuiCol_Text], text);
}

void number_text(const ImVec4& colour, const std::string& text) {
    ImGui::PushFont(number_font(), 0);
    ImGui::TextColored(colour, "%s", text.c_str());
    ImGui::PopFont();
}

void heading(const char* text) {
    ImGui::Dummy({0, scaled(2)});
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextUnformatted(text);
    ImGui::PopFont();
}

bool logarithmic_slider(const char* id, double& value, double low, double high,
                        const char* format) {
    ImGui::PushFont(number_font(), 0);
    const bool changed = ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, format,
                                             ImGuiSliderFlags_Logarithmic);
    ImGui::PopFont();
    return changed;
}

DisabledBecause::DisabledBecause(const std::string& reason) : disabled_(!reason.empty()) {
    if (disabled_) {
        ImGui::BeginDisabled();
    }
}

DisabledBecause::~DisabledBecause() {
    if (disabled_) {
        ImGui::EndDisabled();
    }
}

} // namespace orrery
