#pragma once

namespace orrery {

// Which standard layout of the panels a window has room for.
enum class PanelRoom { one_column, column, tabs, pairs };

// What the panels' layout was last fitted to; scale 0: not yet.
struct PanelFit {
    float scale = 0;
    PanelRoom room = PanelRoom::pairs;
};

} // namespace orrery
