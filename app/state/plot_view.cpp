#include "app/state/plot_view.hpp"

#include "app/language/tr.hpp"

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

std::vector<PlotChoice> all_choices() {
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
        {PlotKind::phase, BodyQuantity::distance, tr_noop("phase space"), tr_noop("Phase space"),
         tr_noop("Number of bodies by distance and radial speed")},
        {PlotKind::phase_x, BodyQuantity::distance, tr_noop("phase space along x"),
         tr_noop("Phase space along x"),
         tr_noop("Number of bodies by position and speed along x")}};
    for (const QuantityInfo& info : body_quantities()) {
        choices.push_back({PlotKind::histogram, info.quantity, info.id, info.title, info.tooltip});
    }
    return choices;
}

} // namespace

std::span<const PlotChoice> plot_choices() {
    static const std::vector<PlotChoice> choices = all_choices();
    return choices;
}

const PlotChoice& plot_choice(const PlotView& view) {
    const auto choices = plot_choices();
    return *std::find_if(choices.begin(), choices.end(), [&](const PlotChoice& choice) {
        return choice.kind == view.kind &&
               (view.kind != PlotKind::histogram || choice.quantity == view.quantity);
    });
}

const PlotChoice* find_plot(std::string_view id) {
    const auto choices = plot_choices();
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [&](const PlotChoice& choice) { return id == choice.id; });
    return found == choices.end() ? nullptr : &*found;
}

void choose_plot(PlotView& view, const PlotChoice& choice) {
    view.kind = choice.kind;
    view.quantity = choice.quantity;
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
        break;
    }
    return {};
}

} // namespace orrery
