#pragma once

#include "app/panels/open_picture.hpp"

namespace orrery {

// The bar of time at the foot of the picture, while it is asked for, the pointer is near or time
// does something else than going on; and the digits of a countdown.
void time_layer(AppState& app);

// The same in the preview of the speaker's window, over which the pointer is near.
void preview_time_layer(AppState& app, const PictureArea& preview);

} // namespace orrery
