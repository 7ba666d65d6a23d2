#pragma once

#include "app/state/body_units.hpp"
#include "app/state/look.hpp"

#include <span>
#include <string>
#include <string_view>

namespace orrery {

// What the colour of a body can mean: how the renderer colours, and which scalar the simulation
// sends.
struct Colouring {
    const char* id;   // "density"
    const char* name; // "Density"
    const char* tooltip;
    ColourBy colour_by;
    BodyScalar scalar;
};

std::span<const Colouring> colourings();

// That of a look.
const Colouring& colouring_of(const Look& look);

// What the numbers of the colour scale are shown in.
ShownUnit scale_unit(const Look& look, const Units& units);

// Why no palette is in use, or "".
std::string no_palette_because(const Look& look);

// Takes another one, with the range that suits it. An id that there is none of changes nothing.
void colour_by(Look& look, std::string_view id);

} // namespace orrery
