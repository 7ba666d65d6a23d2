#include "app/panels/plot_marks.hpp"

#include "app/language/tr.hpp"
#include "app/panels/theme.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <ranges>

namespace orrery {
namespace {

constexpr float square = 9, gap = 5, space = 12; // at scale 1

float entry_width(const LegendEntry& entry) {
    return scaled(square + gap + space) + ImGui::CalcTextSize(entry.text.c_str()).x;
}

constexpr int usual_digits = 6, most_digits = 15;

// That tell times of this size apart which are so far from each other.
int digits_needed(double largest, double distance) {
    const double ratio = std::max(largest / distance, 1.0);
    return std::clamp(static_cast<int>(std::ceil(std::log10(ratio))) + 1, usual_digits,
                      most_digits);
}

} // namespace

// The window's own work in greys, the step's phases in colours: those that all algorithms have in
// fixed ones, the others by their names, so that a phase keeps its colour.
ImVec4 phase_colour(std::string_view name) {
    static const std::map<std::string_view, ImVec4> known{
        {"forces", {0.33F, 0.62F, 0.95F, 1}},  {"integrate", {0.40F, 0.84F, 0.72F, 1}},
        {"layout", {0.95F, 0.70F, 0.38F, 1}},  {"exchange", {0.90F, 0.50F, 0.76F, 1}},
        {"publish", {0.74F, 0.76F, 0.82F, 1}}, {"draw", {0.54F, 0.56F, 0.62F, 1}},
        {"panels", {0.37F, 0.39F, 0.44F, 1}}};
    static constexpr std::array others{
        ImVec4{0.90F, 0.50F, 0.76F, 1}, ImVec4{0.70F, 0.62F, 1, 1}, ImVec4{0.95F, 0.86F, 0.44F, 1},
        ImVec4{0.96F, 0.50F, 0.42F, 1}, ImVec4{0.62F, 0.86F, 0.42F, 1}};
    const auto found = known.find(name);
    return found != known.end() ? found->second
                                : others[std::hash<std::string_view>{}(name) % others.size()];
}

float legend_width(std::span<const LegendEntry> entries) {
    ImGui::PushFont(nullptr, small_text_height);
    float width = -scaled(space); // none behind the last
    for (const LegendEntry& entry : entries) {
        width += entry_width(entry);
    }
    ImGui::PopFont();
    return width;
}

void draw_legend(std::span<const LegendEntry> entries, const ImVec2& corner) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const FontScope scope(nullptr, small_text_height);
    const float side = scaled(square);
    float x = corner.x;
    for (const LegendEntry& entry : entries) {
        const float top = corner.y + scaled(4);
        draw.AddRectFilled({x, top}, {x + side, top + side}, faded(entry.colour), scaled(2));
        draw.AddText({x + side + scaled(gap), corner.y}, faded(quiet_colour()), entry.text.c_str());
        x += entry_width(entry);
    }
}

FreePlaces plot_places() {
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    return {{corner.x, corner.y, corner.x + size.x, corner.y + size.y}};
}

void write_beside(FreePlaces& places, const ImVec2& dot, const LegendEntry& name, bool always) {
    const ImVec2 size = ImGui::CalcTextSize(name.text.c_str());
    const float aside = scaled(7);
    const float right = dot.x + aside, left = dot.x - aside - size.x;
    const float middle = dot.y - size.y / 2;
    const float up = middle - 0.8F * size.y, down = middle + 0.8F * size.y;
    std::optional<ImVec2> at = places.take(
        {{right, middle}, {left, middle}, {right, up}, {left, up}, {right, down}, {left, down}},
        size);
    if (!at && always) {
        const float last = std::max(places.room.x, places.room.z - size.x);
        at = ImVec2{std::clamp(right, places.room.x, last), middle};
        places.taken.emplace_back(at->x, at->y, at->x + size.x, at->y + size.y);
    }
    if (at) {
        ImPlot::GetPlotDrawList()->AddText(*at, faded(name.colour), name.text.c_str());
    }
}

bool begin_plot(const char* id, const ImVec2& size, const char* y_title, ImPlotAxisFlags y_flags) {
    constexpr ImPlotFlags flags =
        ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;
    const bool open = ImPlot::BeginPlot(id, size, flags);
    if (open) {
        ImPlot::SetupAxes(nullptr, y_title, ImPlotAxisFlags_NoHighlight, y_flags);
    }
    return open;
}

void set_up_axis(ImAxis which, double low, double high, bool logarithmic,
                 std::string (*format)(double)) {
    if (logarithmic) {
        ImPlot::SetupAxisScale(which, ImPlotScale_Log10);
    }
    ImPlot::SetupAxisLimits(which, low, high, ImPlotCond_Always);
    if (format != nullptr) {
        const auto write = [](double value, char* text, int size, void* data) {
            const std::string words = reinterpret_cast<std::string (*)(double)>(data)(value);
            return std::snprintf(text, static_cast<std::size_t>(size), "%s", words.c_str());
        };
        ImPlot::SetupAxisFormat(which, write, reinterpret_cast<void*>(format));
    }
}

void plot_line(const std::string& name, std::span<const double> x, std::span<const double> y,
               const ImVec4& colour, float width) {
    ImPlotSpec spec;
    spec.LineColor = colour;
    spec.LineWeight = width;
    ImPlot::PlotLine(name.c_str(), x.data(), y.data(), static_cast<int>(y.size()), spec);
}

void set_up_ticks(ImAxis which, std::span<const PlotTick> ticks) {
    std::vector<double> values;
    std::vector<const char*> texts;
    for (const PlotTick& tick : ticks) {
        values.push_back(tick.value);
        texts.push_back(tick.text.c_str());
    }
    if (!values.empty()) {
        ImPlot::SetupAxisTicks(which, values.data(), static_cast<int>(values.size()), texts.data());
    }
}

void set_up_round_ticks(ImAxis axis, double end, double most) {
    const double distance = round_step(std::abs(end) / most);
    const int sign = end < 0 ? -1 : 1;
    std::vector<double> ticks;
    for (int i = 0; i * distance <= std::abs(end); ++i) {
        ticks.push_back(sign * i * distance);
    }
    ImPlot::SetupAxisTicks(axis, ticks.data(), static_cast<int>(ticks.size()));
}

// The newest first: an older one whose words would run into a newer one's goes without.
void draw_switch_marks(const std::vector<SwitchMark>& marks, double SwitchMark::*place,
                       double origin) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    const float bottom = corner.y + size.y;
    ImPlot::PushPlotClipRect();
    ImGui::PushFont(nullptr, small_text_height);
    const float line = ImGui::GetTextLineHeight();
    float free_until = corner.x + size.x;
    for (const SwitchMark& mark : std::views::reverse(marks)) {
        const float x = ImPlot::PlotToPixels(mark.*place - origin, ImPlot::GetPlotLimits().Y.Min).x;
        draw.AddLine({x, corner.y}, {x, bottom}, faded(accent_colour(), 0.75F), scaled(1));
        const float width = ImGui::CalcTextSize(mark.label.c_str()).x + scaled(8);
        const bool at_left = x + width > corner.x + size.x;
        const float left = at_left ? x - width : x;
        if (left < corner.x || left + width > free_until) {
            continue;
        }
        draw.AddRectFilled({left, bottom - line - scaled(3)}, {left + width, bottom},
                           faded(ground_colour(), 0.85F), scaled(2));
        draw.AddText({left + scaled(4), bottom - line - scaled(2)}, faded(accent_colour()),
                     mark.label.c_str());
        free_until = std::min(left, x);
    }
    ImGui::PopFont();
    ImPlot::PopPlotClipRect();
}

std::vector<PlotTick> time_ticks(double first, double last, int room) {
    std::vector<PlotTick> ticks;
    if (!(last > first)) {
        return ticks;
    }
    const double largest = std::max(std::abs(first), std::abs(last));
    const auto apart = [&](int most) { return round_step((last - first) / std::max(most, 1)); };
    const int usual = digits_needed(largest, apart(room));
    const double distance = apart(std::max(room * usual_digits / usual, 3));
    const int digits = digits_needed(largest, distance);
    for (double number = std::ceil(first / distance); number * distance <= last; ++number) {
        const double time = number * distance;
        std::string text = with_decimal_mark(fmt::format("{:.{}g}", time, digits));
        const bool told = !ticks.empty() && ticks.back().text == text;
        if (!told) {
            ticks.push_back({time, std::move(text)});
        }
        if (number + 1 == number || ticks.size() >= 20) {
            break; // too fine for a number to say
        }
    }
    return ticks;
}

} // namespace orrery
