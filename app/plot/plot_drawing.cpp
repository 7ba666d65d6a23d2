// The plot of the scene between its axes.

#include "app/plot/plot.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/theme.hpp"
#include "app/state/body_units.hpp"

#include <implot.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

std::string power_of_ten(int power) {
    if (power >= -2 && power <= 3) {
        return briefly(std::pow(10.0, power));
    }
    return "10" + superscript(power);
}

std::vector<PlotTick> logarithmic_ticks(const PlotAxis& axis, int most) {
    const double first = std::log10(axis.low) - 1e-9;
    const double last = std::log10(axis.high) + 1e-9;
    const int decades = static_cast<int>(std::floor(last)) - static_cast<int>(std::ceil(first)) + 1;
    std::vector<PlotTick> ticks;
    if (decades >= 2 || most < 3) {
        const int step = std::max((decades + most - 1) / std::max(most, 1), 1);
        for (int power = static_cast<int>(std::ceil(first)); power <= last; power += step) {
            ticks.push_back({std::pow(10.0, power), power_of_ten(power)});
        }
        return ticks;
    }
    // Less than two decades have numbers between them.
    for (int power = static_cast<int>(std::floor(first)); power <= last; ++power) {
        for (const int digit : {1, 2, 5}) {
            const double value = digit * std::pow(10.0, power);
            if (value >= axis.low * (1 - 1e-9) && value <= axis.high * (1 + 1e-9)) {
                ticks.push_back({value, briefly(value)});
            }
        }
    }
    return ticks;
}

std::vector<PlotTick> linear_ticks(const PlotAxis& axis, int most) {
    std::vector<PlotTick> ticks;
    const double step = round_step((axis.high - axis.low) / std::max(most, 1));
    for (double value = std::ceil(axis.low / step - 1e-9) * step;
         value <= axis.high + 1e-9 * step && ticks.size() < 30; value += step) {
        const double number = std::abs(value) < step / 2 ? 0 : value;
        ticks.push_back({number, briefly(number)});
    }
    return ticks;
}

// From nought to above what is shown, in steps that do not follow every body and are round in the
// unit that is shown.
PlotAxis from_nought(double highest, double factor = 1) {
    const double wanted = highest > 0 ? 1.08 * factor * highest : 1;
    const double step = round_step(wanted / 10);
    return {0, step * std::ceil(wanted / step) / factor, false};
}

ShownUnit or_n_body(const ShownUnit& unit) {
    return {unit.factor, unit.name.empty() ? tr("N-body units") : unit.name};
}

// Called by a word and its unit: "density, Msun/kpc³".
TitledAxis titled(const PlotAxis& axis, const char* title, const ShownUnit& unit) {
    const std::string name = tr(title);
    return {axis, unit.name.empty() ? name : name + ", " + unit.name, unit.factor};
}

// The unit that a quantity of bodies is shown in.
ShownUnit shown_in(BodyQuantity quantity, const Units& units) {
    switch (quantity) {
    case BodyQuantity::speed:
    case BodyQuantity::radial_speed:
    case BodyQuantity::x_speed:
        return or_n_body(speed_unit(units));
    case BodyQuantity::mass:
        return or_n_body(mass_unit(units));
    default:
        break;
    }
    Units spoken = units; // the names in the language of the window
    spoken.length = tr(units.length);
    spoken.time = tr(units.time);
    return {1, tr(unit_of(quantity, spoken))};
}

ShownUnit density_unit(const Units& units) {
    if (units.length.empty() || units.mass.empty()) {
        return {1, tr("N-body units")};
    }
    const ShownUnit mass = mass_unit(units);
    return {mass.factor, mass.name + "/" + tr(units.length) + "³"};
}

PlotAxis logarithmic_over(const ValueExtent& extent, double beyond) {
    if (extent.empty()) {
        return {0.1, 1, true};
    }
    return {extent.low / beyond, std::max(extent.high, 1.5 * extent.low) * beyond, true};
}

void measure_lines(const PlotReading& reading, ValueExtent& x, ValueExtent& y) {
    for (const PlotLine& line : reading.lines) {
        if (!line.theory) {
            x.include(line.x);
            y.include(line.y);
        }
    }
}

// As many decades at most as one sees something in.
PlotAxis decades_of(const ValueExtent& extent, double beyond) {
    constexpr double most = 1e7;
    PlotAxis axis = logarithmic_over(extent, beyond);
    axis.low = std::max(axis.low, axis.high / most);
    return axis;
}

// Of a universe that expands in Mpc/h, as its literature has them.
PlotAxes power_axes(const AppState& app, const PlotReading& reading, ValueExtent x,
                    const ValueExtent& y) {
    for (const PlotTick& mark : reading.marks) {
        x.include(mark.value);
    }
    const double unit = reading.mpc_over_h;
    const std::string length = tr(app.units.length);
    const ShownUnit wave = unit > 0 ? ShownUnit{unit, "h/Mpc"} : ShownUnit{1, "1/" + length};
    const ShownUnit power =
        unit > 0 ? ShownUnit{1 / (unit * unit * unit), "(Mpc/h)³"} : ShownUnit{1, length + "³"};
    return {titled(logarithmic_over(x, 1.05), tr_noop("Wave number"),
                   or_n_body(length.empty() ? ShownUnit() : wave)),
            titled(decades_of(y, 2), tr_noop("Power"),
                   or_n_body(length.empty() ? ShownUnit() : power))};
}

PlotAxes mass_function_axes(const AppState& app, const ValueExtent& x, const ValueExtent& y) {
    return {
        titled(logarithmic_over(x, 1.2), tr_noop("Mass"), shown_in(BodyQuantity::mass, app.units)),
        {logarithmic_over(y, 1.5), tr("Haloes > M")}};
}

PlotAxes lagrange_axes(const AppState& app) {
    const std::vector<LagrangeRadii>& all = app.get<PlotStatus>().lagrange;
    ValueExtent y;
    for (const LagrangeRadii& each : all) {
        y.include(each.radii);
    }
    const double from = all.empty() ? 0 : all.front().time;
    const double to = all.empty() ? 1 : all.back().time;
    const double least = 20 * app.status.time_step; // a span that one sees something in
    const double span = std::max(to - from, std::max(least, 1e-9 * std::abs(from)));
    // The curves' names stand behind their ends.
    return {titled({from, from + 1.15 * span, false}, tr_noop("Time"),
                   or_n_body({1, tr(app.units.time)})),
            titled(app.view.plot.logarithmic ? logarithmic_over(y, 1.3) : from_nought(y.high),
                   tr_noop("Radius"), shown_in(BodyQuantity::distance, app.units))};
}

void set_up(ImAxis which, const TitledAxis& axis, float room, bool titled) {
    ImPlot::SetupAxis(which, titled ? axis.title.c_str() : nullptr, ImPlotAxisFlags_NoHighlight);
    set_up_axis(which, axis.low, axis.high, axis.logarithmic);
    set_up_ticks(which, ticks_of(axis, std::max(static_cast<int>(room), 2), axis.factor));
}

// Beside the numbers of the axis, so that it takes no line of its own.
void write_below(const std::string& title, const ImVec2& corner, const ImVec2& size) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec2 extent = ImGui::CalcTextSize(title.c_str());
    const ImVec2 at{corner.x + size.x - extent.x, corner.y + size.y + 0.25F * line};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_WindowBg];
    ground.w = 1;
    draw.AddRectFilled({at.x - 0.6F * line, at.y}, {at.x + extent.x + 0.6F * line, at.y + line},
                       faded(ground));
    draw.AddText(at, faded(quiet_colour()), title.c_str());
}

// Draws everything in `reading`; parts that were not measured are empty.
void draw_contents(const AppState& app, const PlotReading& reading) {
    draw_bars(reading, app.view.plot.brush.has_value());
    draw_lines(reading.lines);
    draw_marks(reading.marks); // whose names no curve crosses
    draw_map(reading.phase);
    if (reading.view.kind == PlotKind::lagrange) {
        draw_lagrange(app, reading);
    }
    draw_brush(app.view.plot);
}

BrushRange between(const PlotAxis& axis, float one, float other) {
    const auto [low, high] = std::minmax(one, other);
    return {axis.value(double{low}), axis.value(double{high})};
}

// A drag chooses bodies; a click none any more.
void take_brush(AppState& app, const PlotAxes& axes, const ImVec2& corner, const ImVec2& size) {
    const BrushedQuantities of = brushed_quantities(app.view.plot);
    PlotStatus& plot = app.get<PlotStatus>();
    ImGui::SetCursorScreenPos(corner);
    ImGui::InvisibleButton("##brush", size);
    if (!of.across) {
        return;
    }
    if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    }
    // A place on the plot, as shares of its width and height from its lower left.
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const float x = std::clamp((mouse.x - corner.x) / size.x, 0.0F, 1.0F);
    const float y = std::clamp(1 - (mouse.y - corner.y) / size.y, 0.0F, 1.0F);
    if (ImGui::IsItemActivated()) {
        plot.dragged = {x, y};
    }
    if (!plot.dragged || !ImGui::IsMousePosValid() || // the window lost the keyboard meanwhile
        !(ImGui::IsItemActive() || ImGui::IsItemDeactivated())) {
        return;
    }
    const auto [from_x, from_y] = *plot.dragged;
    const bool moved =
        std::abs(x - from_x) * size.x >= 3 || (of.up && std::abs(y - from_y) * size.y >= 3);
    if (moved) {
        app.view.plot.brush = {.quantity = *of.across, .range = between(axes.x, from_x, x)};
        if (of.up) {
            app.view.plot.brush->other = of.up;
            app.view.plot.brush->other_range = between(axes.y, from_y, y);
        }
        plot.held = false;
    }
    if (ImGui::IsItemDeactivated()) {
        plot.dragged.reset();
        if (!moved) {
            app.view.plot.brush.reset();
        }
    }
}

void say_instead(const ImVec2& size, const std::string& words) {
    const float widest = 0.9F * size.x;
    const ImVec2 extent = ImGui::CalcTextSize(words.c_str(), nullptr, false, widest);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), ImGui::GetFontSize(),
        {corner.x + (size.x - extent.x) / 2, corner.y + (size.y - extent.y) / 2},
        faded(quiet_colour()), words.c_str(), nullptr, widest);
    ImGui::Dummy(size);
}

// The names that would cover the curves of a low plot, written beside it: as many as have room.
void draw_beside(const std::vector<LegendEntry>& lines, const ImVec2& corner, const ImVec2& size) {
    const float line = ImGui::GetTextLineHeight();
    float y = corner.y;
    for (const LegendEntry& one : lines) {
        if (y + line > corner.y + size.y) {
            break;
        }
        line_in(*ImGui::GetWindowDrawList(), {corner.x + line / 2, y}, corner.x + size.x,
                one.colour, one.text);
        y += line;
    }
}

// Where its curves are not.
NameCorner corner_for_names(PlotKind kind) {
    switch (kind) {
    case PlotKind::density:
        return NameCorner::above;
    case PlotKind::power: // marks stand above
    case PlotKind::haloes:
        return NameCorner::left_below;
    default:
        return NameCorner::below;
    }
}

// A line beyond the axis has none.
std::vector<LegendEntry> names_of_seen(const std::vector<PlotLine>& lines, const PlotAxis& axis) {
    const std::vector<LegendEntry> all = curve_names(lines);
    std::vector<LegendEntry> seen;
    for (std::size_t k = 0; k < lines.size(); ++k) {
        if (std::ranges::any_of(lines[k].y,
                                [&](double y) { return y >= axis.low && y <= axis.high; })) {
            seen.push_back(all[k]);
        }
    }
    return seen;
}

void draw_between_axes(AppState& app, const PlotReading& reading, const ImVec2& size,
                       bool spacious) {
    const PlotAxes axes = axes_of(app, reading);
    const std::vector<LegendEntry> names = names_of_seen(reading.lines, axes.y);
    const float line = ImGui::GetTextLineHeight();
    // Upright at the left, where it has room there; else beside the plot.
    const bool upright = ImGui::CalcTextSize(axes.y.title.c_str()).x < size.y - 1.6F * line;
    // In a plot so low the names would lie on the curves.
    const float of_names = line * static_cast<float>(names.size());
    const bool low = !spacious && of_names > 0 && size.y < 2.5F * of_names + 2 * line;
    std::vector<LegendEntry> beside;
    if (!upright) {
        beside.push_back({axes.y.title, quiet_colour()});
    }
    if (!upright || low) {
        beside.insert(beside.end(), names.begin(), names.end());
    }
    float side = 0;
    for (const LegendEntry& one : beside) {
        side = std::max(side, ImGui::CalcTextSize(one.text.c_str()).x + line);
    }
    side = std::min(side, 0.4F * size.x);
    const float width = size.x - side;
    const ImVec2 top = ImGui::GetCursorScreenPos();
    if (!begin_plot("##scene", {width, size.y})) {
        return;
    }
    set_up(ImAxis_X1, axes.x, width / (4.5F * line), spacious);
    set_up(ImAxis_Y1, axes.y, size.y / (2.4F * line), upright);
    ImPlot::SetupFinish();
    ImPlot::PushPlotClipRect();
    draw_contents(app, reading);
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 extent = ImPlot::GetPlotSize();
    if (beside.empty()) {
        name_curves(names, corner_for_names(reading.view.kind));
    }
    if (const std::string words = chosen_words(app); !spacious && !words.empty()) {
        const NameCorner named = corner_for_names(reading.view.kind);
        const float below_names =
            beside.empty() && named == NameCorner::above ? 0.4F + of_names / line : 0;
        const float below_marks = (reading.marks.empty() ? 0.1F : 1.1F) + below_names;
        write_on_ground({corner.x + extent.x - ImGui::CalcTextSize(words.c_str()).x - 0.5F * line,
                         corner.y + below_marks * line},
                        {words, accent_colour()}, 0.85F);
    }
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
    if (!spacious) {
        write_below(axes.x.title, corner, extent);
    }
    draw_beside(beside, {top.x + width, top.y}, {side, size.y});
    if (extent.x > 0) {
        take_brush(app, axes, corner, extent);
    }
}

} // namespace

std::vector<PlotTick> ticks_of(const PlotAxis& axis, int most, double factor) {
    const PlotAxis shown{factor * axis.low, factor * axis.high, axis.logarithmic};
    std::vector<PlotTick> ticks =
        shown.logarithmic ? logarithmic_ticks(shown, most) : linear_ticks(shown, most);
    for (PlotTick& tick : ticks) {
        tick.value /= factor;
    }
    return ticks;
}

PlotAxes axes_of(const AppState& app, const PlotReading& reading) {
    const PlotView& view = reading.view;
    ValueExtent x, y;
    measure_lines(reading, x, y);
    const auto of = [&](const PlotAxis& axis, BodyQuantity quantity) {
        return titled(axis, quantity_info(quantity).title, shown_in(quantity, app.units));
    };
    switch (view.kind) {
    case PlotKind::histogram:
        break;
    case PlotKind::density:
        return {of(logarithmic_over(x, 1.1), BodyQuantity::distance),
                titled(logarithmic_over(y, 2), tr_noop("Density"), density_unit(app.units))};
    case PlotKind::rotation: {
        const PlotAxis along =
            view.logarithmic ? logarithmic_over(x, 1.05) : PlotAxis{0, x.empty() ? 1 : x.high};
        const double factor = shown_in(BodyQuantity::speed, app.units).factor;
        return {of(along, BodyQuantity::distance),
                of(from_nought(y.high, factor), BodyQuantity::speed)};
    }
    case PlotKind::lagrange:
        return lagrange_axes(app);
    case PlotKind::phase:
    case PlotKind::phase_x: {
        const BrushedQuantities quantities = brushed_quantities(view);
        return {of(reading.phase.x, *quantities.across), of(reading.phase.y, *quantities.up)};
    }
    case PlotKind::power:
        return power_axes(app, reading, x, y);
    case PlotKind::haloes:
        return mass_function_axes(app, x, y);
    }
    const double highest = reading.histogram.largest();
    // The names of marks stand above the bars.
    return {of(reading.histogram.axis, view.quantity),
            {from_nought(reading.marks.empty() ? highest : 1.2 * highest), tr("Bodies")}};
}

void write_on_ground(const ImVec2& at, const LegendEntry& words, float opacity) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 size = ImGui::CalcTextSize(words.text.c_str());
    const float pad = 0.15F * size.y;
    draw.AddRectFilled({at.x - pad, at.y}, {at.x + size.x + pad, at.y + size.y},
                       faded(ground_colour(), opacity), pad);
    draw.AddText(at, faded(words.colour), words.text.c_str());
}

std::string chosen_words(const AppState& app) {
    const PlotReading* const reading = app.get<PlotStatus>().reading.get();
    if (!app.view.plot.brush || reading == nullptr || reading->chosen_bodies == nullptr) {
        return "";
    }
    const Marked& chosen = reading->of_chosen;
    const std::string bodies = counted(chosen.bodies, "body", "bodies");
    const std::string percent = briefly(100 * chosen.mass_share);
    return app.get<PlotStatus>().held ? tr_format("{} locked, {} % of the mass", bodies, percent)
                                      : tr_format("{} selected, {} % of the mass", bodies, percent);
}

std::string about_words(const AppState& app) {
    const PlotReading* const reading = app.get<PlotStatus>().reading.get();
    if (reading == nullptr || reading->load != app.status.load_serial ||
        reading->view.kind != app.view.plot.kind) {
        return "";
    }
    return reading->about.empty() ? reading->how : tr_format("centre: {}", tr(reading->about));
}

void draw_scene_plot(AppState& app, const ImVec2& size, bool spacious) {
    app.get<PlotStatus>().shown = true;
    const std::shared_ptr<const PlotReading> reading = app.get<PlotStatus>().reading;
    const bool fits = reading != nullptr && reading->load == app.status.load_serial &&
                      reading->view.kind == app.view.plot.kind &&
                      reading->view.quantity == app.view.plot.quantity;
    if (!fits || size.x < 40 || size.y < 40) {
        say_instead(size, app.status.loaded ? tr("Measuring") : tr("Nothing loaded yet"));
        return;
    }
    if (!reading->problem.empty()) {
        say_instead(size, tr(reading->problem));
        return;
    }
    draw_between_axes(app, *reading, size, spacious);
}

} // namespace orrery
