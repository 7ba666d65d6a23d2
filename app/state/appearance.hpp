#pragma once

#include "app/state/look.hpp"
#include "render/body_light.hpp"
#include "sim/system.hpp"

#include <vector>

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

} // namespace orrery
