#include "app/state/look.hpp"

#include "app/language/tr.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <algorithm>

namespace orrery {

std::span<const PlotChoice> plot_choices() {
    static const std::vector<PlotChoice> all = [] {
        std::vector<PlotChoice> choices{
            {PlotKind::density, BodyQuantity::distance, tr_noop("density profile"),
             tr_noop("Density profile"),
             tr_noop("Mass per unit volume at each distance from the centre")},
            {PlotKind::rotation, BodyQuantity::distance, tr_noop("rotation curve"),
             tr_noop("Rotation curve"),
             tr_noop("Speed of a circular orbit at each distance, and the bodies' mean rotation")},
            {PlotKind::lagrange, BodyQuantity::distance, tr_noop("lagrange radii"),
             tr_noop("Lagrange radii"),
             tr_noop("The radii that contain 10, 25, 50, 75 and 90 % of the mass, over time")},
            {PlotKind::phase, BodyQuantity::distance, tr_noop("phase space"),
             tr_noop("Phase space"), tr_noop("Number of bodies by distance and radial speed")},
            {PlotKind::phase_x, BodyQuantity::distance, tr_noop("phase space along x"),
             tr_noop("Phase space along x"),
             tr_noop("Number of bodies by position and speed along x")},
            {PlotKind::power, BodyQuantity::distance, tr_noop("power spectrum"),
             tr_noop("Power spectrum"),
             tr_noop("How strong density waves of each length are in a periodic box, measured and "
                     "in linear theory")},
            {PlotKind::haloes, BodyQuantity::distance, tr_noop("mass function"),
             tr_noop("Mass function of haloes"),
             tr_noop("How many haloes are at least that heavy, by friends of friends")}};
        for (const QuantityInfo& info : body_quantities()) {
            choices.push_back(
                {PlotKind::histogram, info.quantity, info.id, info.title, info.tooltip});
        }
        return choices;
    }();
    return all;
}

const PlotChoice& plot_choice(const PlotView& view) {
    const auto choices = plot_choices();
    return *std::ranges::find_if(choices, [&](const PlotChoice& choice) {
        return choice.kind == view.kind &&
               (view.kind != PlotKind::histogram || choice.quantity == view.quantity);
    });
}

void choose_plot(PlotView& view, std::string_view id) {
    const auto choices = plot_choices();
    const auto found = std::ranges::find(choices, id, &PlotChoice::id);
    if (found != choices.end()) {
        view.kind = found->kind;
        view.quantity = found->quantity;
    }
}

BrushedQuantities brushed_quantities(const PlotView& view) {
    switch (view.kind) {
    case PlotKind::histogram:
        return {view.quantity};
    case PlotKind::density:
    case PlotKind::rotation:
        return {BodyQuantity::distance};
    case PlotKind::phase:
        return {BodyQuantity::distance, BodyQuantity::radial_speed};
    case PlotKind::phase_x:
        return {BodyQuantity::x, BodyQuantity::x_speed};
    case PlotKind::lagrange:
    case PlotKind::power:
    case PlotKind::haloes:
        break;
    }
    return {};
}

std::vector<double> read_brush(const std::string& words) {
    std::vector<double> numbers = list_of<double>(
        words_in(words), [](const std::string& word) { return parse_number(word, "brush"); });
    if (numbers.size() != 2 && numbers.size() != 4) {
        throw bad_input(tr_format("'{}' is not a range", words), "brush",
                        tr("give both ends: 2.4 2.6"));
    }
    return numbers;
}

std::string brush_words(const PlotView& view) {
    const BrushedQuantities shown = brushed_quantities(view);
    if (!view.brush || shown.across != view.brush->quantity ||
        (view.brush->other && shown.up != view.brush->other)) {
        return "";
    }
    const auto ends = [](const BrushRange& range) {
        return shortest(range.low) + " " + shortest(range.high);
    };
    return ends(view.brush->range) + (view.brush->other ? " " + ends(view.brush->other_range) : "");
}

void set_brush(PlotView& view, const std::string& words) {
    if (words.empty()) {
        view.brush.reset();
        return;
    }
    const std::vector<double> numbers = read_brush(words);
    const BrushedQuantities of = brushed_quantities(view);
    if (!of.across || (numbers.size() == 4 && !of.up)) {
        throw bad_input(tr("this plot has no such range"), "brush",
                        tr("plot a quantity of the bodies, such as the semi-major axis"));
    }
    const auto ordered = [](double one, double other) {
        return BrushRange{std::min(one, other), std::max(one, other)};
    };
    view.brush = {.quantity = *of.across, .range = ordered(numbers[0], numbers[1])};
    if (numbers.size() == 4) {
        view.brush->other = of.up;
        view.brush->other_range = ordered(numbers[2], numbers[3]);
    }
}

} // namespace orrery
