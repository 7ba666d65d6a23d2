#include "app/state/colouring.hpp"

#include "app/language/tr.hpp"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

constexpr std::array all_colourings{
    Colouring{"natural", tr_noop("Natural"),
              tr_noop("The natural colours of stars, planets and gas"), ColourBy::natural,
              BodyScalar::speed},
    Colouring{"speed", tr_noop("Speed"), tr_noop("How fast a body moves"), ColourBy::scalar,
              BodyScalar::speed},
    Colouring{"acceleration", tr_noop("Acceleration"), tr_noop("How strongly a body is pulled"),
              ColourBy::scalar, BodyScalar::acceleration},
    Colouring{"interactions", tr_noop("Interactions"),
              tr_noop("How many bodies and cells contribute to a body's force"), ColourBy::scalar,
              BodyScalar::interactions},
    Colouring{"density", tr_noop("Density"), tr_noop("How crowded the picture is around a body"),
              ColourBy::density, BodyScalar::none},
    Colouring{"gaussian_density", tr_noop("Gaussian density"),
              tr_noop("Mass per unit volume at each body, smoothed with a Gaussian; updated a few "
                      "times a second"),
              ColourBy::values, BodyScalar::none},
    Colouring{"component", tr_noop("Component"),
              tr_noop("The component a body belonged to at the start"), ColourBy::component,
              BodyScalar::component},
    Colouring{"single", tr_noop("One colour"), tr_noop("All bodies in the same colour"),
              ColourBy::single, BodyScalar::none}};

} // namespace

std::span<const Colouring> colourings() {
    return all_colourings;
}

const Colouring& colouring_of(const Look& look) {
    const auto found =
        std::find_if(all_colourings.begin(), all_colourings.end(), [&](const Colouring& each) {
            return each.colour_by == look.style.colour_by &&
                   (each.colour_by != ColourBy::scalar || each.scalar == look.scalar);
        });
    return found == all_colourings.end() ? all_colourings.front() : *found;
}

ShownUnit scale_unit(const Look& look, const Units& units) {
    if (look.style.colour_by == ColourBy::values) {
        const ShownUnit mass = mass_unit(units);
        return {mass.factor, units.length.empty() ? "" : mass.name + "/" + tr(units.length) + "³"};
    }
    switch (look.scalar) {
    case BodyScalar::speed:
        return speed_unit(units);
    case BodyScalar::acceleration:
        return {1, acceleration_unit(units)};
    default:
        return {};
    }
}

std::string no_palette_because(const Look& look) {
    const bool by_numbers = look.style.colour_by == ColourBy::scalar ||
                            look.style.colour_by == ColourBy::density ||
                            look.style.colour_by == ColourBy::values;
    return by_numbers || look.density.slice != SlicePlane::none
               ? ""
               : tr_format("{} needs no palette: colour by speed, acceleration or density",
                           tr(colouring_of(look).name));
}

void colour_by(Look& look, std::string_view id) {
    for (const Colouring& each : all_colourings) {
        if (id == each.id) {
            look.style.colour_by = each.colour_by;
            look.scalar = each.scalar;
            look.automatic_range = true;
        }
    }
}

} // namespace orrery
