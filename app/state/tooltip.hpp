#pragma once

#include <string>

namespace orrery {

// A tooltip for the last item, wrapped; also where the item is disabled. It stands beside the panel
// that the item is in, or under or over a bar: never on what it speaks of, nor on its neighbours.
void tip(const std::string& text);

} // namespace orrery
