#pragma once

#include "app/state/body_units.hpp"
#include "app/state/look.hpp"
#include "render/body_light.hpp"

namespace orrery {

// What the parts of a system give to a picture, by their names, which scenes, sessions and
// snapshots share: stars shine, dark matter does not unless it is to be shown or there is nothing
// else, planets are balls in their own colours.
std::vector<BodyLight> lights_of(const Catalogue& catalogue, const Units& units, bool show_dark);

// Those of a system's components that are seen in its picture, by their places in the catalogue.
std::vector<std::size_t> seen_components(const Catalogue& catalogue, const Units& units,
                                         bool show_dark);

// A look's style with the lights of a system, as it is drawn.
BodyStyle drawn_style(const Look& look, const Catalogue& catalogue, const Units& units);

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
