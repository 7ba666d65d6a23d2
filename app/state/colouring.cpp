#include "app/state/colouring.hpp"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

constexpr std::array all_colourings{
    Colouring{"natural", "Natural", "In the colours that stars, planets and gas have",
              ColourBy::natural, BodyScalar::speed},
    Colouring{"speed", "Speed", "How fast a body moves", ColourBy::scalar, BodyScalar::speed},
    Colouring{"acceleration", "Acceleration", "How strongly a body is pulled", ColourBy::scalar,
              BodyScalar::acceleration},
    Colouring{"interactions", "Interactions",
              "How many bodies and cells a body's force is the sum of", ColourBy::scalar,
              BodyScalar::interactions},
    Colouring{"density", "Density", "How crowded the picture is where a body stands",
              ColourBy::density, BodyScalar::none},
    Colouring{"gaussian_density", "Gaussian density",
              "How much mass is in a unit of volume where a body stands, each body spread as a "
              "Gaussian; computed besides, a few times a second",
              ColourBy::values, BodyScalar::none},
    Colouring{"component", "Component", "What a body belonged to at the start", ColourBy::component,
              BodyScalar::component},
    Colouring{"single", "One colour", "All bodies alike", ColourBy::single, BodyScalar::none}};

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
