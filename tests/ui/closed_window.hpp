#pragma once

#include <string>

namespace orrery {

// Asks the window of that title on that X server to close, as a window manager does when its cross
// is clicked. Throws where there is none; a title ends in `title_end`.
void close_window(const std::string& display, const std::string& title_end);

} // namespace orrery
