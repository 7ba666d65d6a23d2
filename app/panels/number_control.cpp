#include "app/panels/number_control.hpp"

#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <fmt/format.h>
#include <imgui_internal.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// Where a value stands on the slider, 0 … 1, and back.
double place_of(double value, const NumberRange& range) {
    if (!range.logarithmic) {
        return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0);
    }
    return value <= range.low
               ? 0
               : std::min(std::log(value / range.low) / std::log(range.high / range.low), 1.0);
}

double value_at(double place, const NumberRange& range) {
    if (place <= 0) {
        return range.nought_at_left ? 0 : range.low;
    }
    if (place >= 1) {
        return range.high; // exactly: what rounding adds would lie outside
    }
    const double value = range.logarithmic ? range.low * std::pow(range.high / range.low, place)
                                           : range.low + place * (range.high - range.low);
    return range.whole ? std::round(value) : value;
}

std::string shown(double value, const NumberRange& range) {
    if (range.low_words != nullptr && value <= range.low) {
        return tr(range.low_words);
    }
    if (range.high_words != nullptr && value >= range.high) {
        return tr(range.high_words);
    }
    if (range.count) {
        return with_thousands(static_cast<std::size_t>(value));
    }
    return (range.brief ? briefly(value) : fmt::format("{:.3g}", value)) + range.unit;
}

double read(std::string typed, const NumberRange& range) {
    if (range.low_words != nullptr && typed == tr(range.low_words)) {
        return range.low;
    }
    if (range.high_words != nullptr && typed == tr(range.high_words)) {
        return range.high;
    }
    if (!range.count) {
        const std::string unit(trimmed(range.unit));
        const std::size_t end =
            unit.empty() ? typed.size() : std::min(typed.rfind(unit), typed.size());
        return parse_number(trimmed(std::string_view(typed).substr(0, end)), "typed");
    }
    for (const std::string_view mark :
         {std::string_view(thousands_mark()), std::string_view(",")}) {
        for (std::size_t at = 0; (at = typed.find(mark, at)) != std::string::npos;) {
            typed.erase(at, mark.size());
        }
    }
    return static_cast<double>(parse_count(typed, range.noun));
}

void draw_slider(const ImVec2& corner, const ImVec2& size, double place, const NumberRange& range,
                 bool lively) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float knob = scaled(6);
    const float left = corner.x + knob;
    const float length = size.x - 2 * knob;
    const float middle = corner.y + size.y / 2;
    const float half = scaled(1.75F);
    const auto x_of = [&](double at) { return left + length * static_cast<float>(at); };
    draw.AddRectFilled({left, middle - half}, {left + length, middle + half},
                       ImGui::GetColorU32(ImGuiCol_FrameBgActive), half);
    if (range.usual) {
        const float mark = x_of(place_of(*range.usual, range));
        draw.AddRectFilled({mark - scaled(1), middle - scaled(6)},
                           {mark + scaled(1), middle + scaled(6)},
                           ImGui::GetColorU32(ImGuiCol_FrameBgActive));
    }
    const float at = x_of(place);
    draw.AddRectFilled({left, middle - half}, {at, middle + half}, faded(accent_colour(), 0.75F),
                       half);
    const float radius = knob * (1 + 0.15F * animated("lively", lively ? 1.0F : 0.0F));
    draw.AddCircleFilled(
        {at, middle}, radius,
        ImGui::GetColorU32(lively ? accent_colour() : ImVec4{0.86F, 0.87F, 0.9F, 1}));
}

// The value that the hand has slid to, this frame.
std::optional<double> slide(float width, double value, const NumberRange& range) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{width, ImGui::GetFrameHeight()};
    ImGui::InvisibleButton("##slide", size);
    const bool active = ImGui::IsItemActive();
    std::optional<double> slid;
    double place = place_of(value, range);
    if (active && range.usual && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
        slid = range.usual;
        place = place_of(*slid, range);
        ImGui::ClearActiveID(); // or the next frame would slide back to the mouse
    } else if (active ||
               (range.when_let_go && ImGui::IsItemDeactivated() && ImGui::IsMousePosValid())) {
        const float knob = scaled(6);
        const float hand = ImGui::GetIO().MousePos.x - corner.x - knob;
        place = std::clamp(double{hand / std::max(size.x - 2 * knob, 1.0F)}, 0.0, 1.0);
        slid = value_at(place, range);
    }
    draw_slider(corner, size, place, range, active || ImGui::IsItemHovered());
    return slid;
}

} // namespace

bool number_control(AppState& app, const char* id, double& value, const NumberRange& range,
                    float space_after) {
    ImGui::PushID(id);
    const double before = value;
    const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
    const float room = ImGui::GetContentRegionAvail().x - space_after;
    const float field = std::min(scaled(84), room / 2);

    const std::optional<double> slid =
        slide(std::max(room - field - gap, ImGui::GetFrameHeight()), value, range);
    const double now = slid.value_or(value);
    const bool sliding = ImGui::IsItemActive();
    if (!(sliding && range.when_let_go)) {
        value = now;
    }

    ImGui::SameLine(0, gap);
    item_width(field);
    const std::string shown_text = shown(now, range);
    std::string text = shown_text;
    ImGui::PushFont(number_font(), 0);
    ImGui::InputText("##typed", &text, ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopFont();
    if (ImGui::IsItemDeactivatedAfterEdit() && text != shown_text) {
        try {
            const double typed = read(text, range);
            const double low = range.nought_at_left ? 0 : range.low;
            if (range.beyond) {
                check_within(*range.beyond, typed, range.noun);
            }
            value = range.beyond ? typed : std::clamp(typed, low, range.high);
        } catch (const Error& error) {
            app.say(error);
        }
    }
    ImGui::PopID();
    return value != before;
}

NumberRange option_range(const SolverOption& option) {
    constexpr double wide = 100;
    const bool logarithmic = option.minimum > 0 && option.maximum >= wide * option.minimum;
    return {.low = option.minimum,
            .high = option.maximum,
            .logarithmic = logarithmic,
            .whole = option.whole,
            .usual = option.default_value,
            .brief = logarithmic};
}

} // namespace orrery
