#include "app/plot/plot_axes.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"

#include <algorithm>
#include <array>
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

// The least of 1, 2, 5, 10 … that is no less.
double round_above(double number) {
    const double decade = std::pow(10.0, std::floor(std::log10(number)));
    const double digits = number / decade;
    return decade * (digits <= 1 ? 1 : digits <= 2 ? 2 : digits <= 5 ? 5 : 10);
}

// From nought to above what is shown, in steps that do not follow every body.
PlotAxis from_nought(double highest) {
    const double wanted = highest > 0 ? 1.08 * highest : 1;
    const double step = round_above(wanted / 10);
    return {0, step * std::ceil(wanted / step), false};
}

// The names of units as they are spoken.
Units spoken_units(Units units) {
    units.length = tr(units.length);
    units.time = tr(units.time);
    units.mass = tr(units.mass);
    return units;
}

// A word and its unit: "density, Msun/kpc³".
std::string with_unit(const char* title, const std::string& unit) {
    return unit.empty() ? tr(title) : std::string(tr(title)) + ", " + tr(unit);
}

std::string quantity_title(BodyQuantity quantity, const Units& units) {
    const QuantityInfo& info = quantity_info(quantity);
    return with_unit(info.title, unit_of(quantity, units));
}

std::string density_unit(const Units& units) {
    return units.length.empty() || units.mass.empty() ? tr_noop("N-body units")
                                                      : units.mass + "/" + units.length + "³";
}

std::string time_unit(const Units& units) {
    return units.time.empty() ? tr_noop("N-body units") : units.time;
}

struct Extent1 {
    double low = 1e300, high = 0;
    void include(double value) {
        if (value > 0 && std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    bool empty() const { return !(high > 0); }
};

PlotAxis logarithmic_over(const Extent1& extent, double beyond) {
    if (extent.empty()) {
        return {0.1, 1, true};
    }
    return {extent.low / beyond, std::max(extent.high, 1.5 * extent.low) * beyond, true};
}

void measure_lines(const PlotReading& reading, Extent1& x, Extent1& y) {
    for (const PlotLine& line : reading.lines) {
        if (line.kind != PlotLine::Kind::theory) {
            std::for_each(line.x.begin(), line.x.end(), [&](double value) { x.include(value); });
            std::for_each(line.y.begin(), line.y.end(), [&](double value) { y.include(value); });
        }
    }
}

PlotAxes lagrange_axes(const AppState& app) {
    const std::vector<LagrangeRadii>& all = app.plot.lagrange;
    const Units units = spoken_units(app.units);
    Extent1 y;
    for (const LagrangeRadii& each : all) {
        std::for_each(each.radii.begin(), each.radii.end(), [&](double r) { y.include(r); });
    }
    const double from = all.empty() ? 0 : all.front().time;
    const double to = all.empty() ? 1 : all.back().time;
    const double least = 20 * app.status.time_step; // a span that one sees something in
    const double span = std::max(to - from, std::max(least, 1e-9 * std::abs(from)));
    return {{from, from + 1.15 * span, false}, // the curves' names stand behind their ends
            app.view.plot.logarithmic ? logarithmic_over(y, 1.3) : from_nought(y.high),
            with_unit(tr_noop("Time"), time_unit(units)),
            with_unit(tr_noop("Radius"), unit_of(BodyQuantity::distance, units))};
}

} // namespace

std::vector<PlotTick> ticks_of(const PlotAxis& axis, int most) {
    if (axis.logarithmic) {
        return logarithmic_ticks(axis, most);
    }
    std::vector<PlotTick> ticks;
    const double step = round_above((axis.high - axis.low) / std::max(most, 1));
    for (double value = std::ceil(axis.low / step - 1e-9) * step;
         value <= axis.high + 1e-9 * step && ticks.size() < 30; value += step) {
        const double number = std::abs(value) < step / 2 ? 0 : value;
        ticks.push_back({number, briefly(number)});
    }
    return ticks;
}

PlotAxes axes_of(const AppState& app, const PlotReading& reading) {
    const PlotView& view = reading.view;
    const Units units = spoken_units(app.units);
    Extent1 x, y;
    measure_lines(reading, x, y);
    switch (view.kind) {
    case PlotKind::histogram:
        break;
    case PlotKind::density:
        return {logarithmic_over(x, 1.1), logarithmic_over(y, 2),
                quantity_title(BodyQuantity::distance, units),
                with_unit(tr_noop("Density"), density_unit(units))};
    case PlotKind::rotation: {
        const PlotAxis along =
            view.logarithmic ? logarithmic_over(x, 1.05) : PlotAxis{0, x.empty() ? 1 : x.high};
        return {along, from_nought(y.high), quantity_title(BodyQuantity::distance, units),
                quantity_title(BodyQuantity::speed, units)};
    }
    case PlotKind::lagrange:
        return lagrange_axes(app);
    case PlotKind::phase:
    case PlotKind::phase_x: {
        const BrushedQuantities of = brushed_quantities(view);
        return {reading.phase.x, reading.phase.y, quantity_title(*of.across, units),
                quantity_title(*of.up, units)};
    }
    }
    const double highest = reading.histogram.largest();
    // The names of marks stand above the bars.
    return {reading.histogram.axis, from_nought(reading.marks.empty() ? highest : 1.2 * highest),
            quantity_title(view.quantity, units), tr("Bodies")};
}

} // namespace orrery
