#pragma once

#include <filesystem>
#include <string>

namespace orrery {

// Drags a file over the window that has this in its title and drops it at a place in it, as a file
// manager does: the XDND protocol, version 5, on the X server that `display` (":7") names. Returns
// whether the window said that it took the file; throws std::runtime_error when there is no such
// window, it takes no drops, or it does not answer within ten seconds.
bool drop_file(const std::string& display, const std::string& title,
               const std::filesystem::path& file, int x, int y);

} // namespace orrery
