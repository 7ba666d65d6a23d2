#include "app/plot/plot_drawing.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/body_units.hpp"
#include "app/state/plot_status.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

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

std::string or_n_body(const std::string& unit) {
    return unit.empty() ? tr("N-body units") : unit;
}

// Called by a word and its unit: "density, Msun/kpc³".
TitledAxis titled(const PlotAxis& axis, const char* title, const ShownUnit& unit) {
    const std::string name = tr(title);
    return {axis, unit.name.empty() ? name : name + ", " + unit.name, unit.factor};
}

// What a quantity of bodies is shown in.
ShownUnit shown_in(BodyQuantity quantity, const Units& units) {
    switch (quantity) {
    case BodyQuantity::speed:
    case BodyQuantity::radial_speed:
    case BodyQuantity::x_speed: {
        const ShownUnit speed = speed_unit(units);
        return {speed.factor, or_n_body(speed.name)};
    }
    case BodyQuantity::mass: {
        const ShownUnit mass = mass_unit(units);
        return {mass.factor, or_n_body(mass.name)};
    }
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
                   {1, or_n_body(tr(app.units.time))}),
            titled(app.view.plot.logarithmic ? logarithmic_over(y, 1.3) : from_nought(y.high),
                   tr_noop("Radius"), shown_in(BodyQuantity::distance, app.units))};
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
    }
    const double highest = reading.histogram.largest();
    // The names of marks stand above the bars.
    return {of(reading.histogram.axis, view.quantity),
            {from_nought(reading.marks.empty() ? highest : 1.2 * highest), tr("Bodies")}};
}

} // namespace orrery
