#pragma once

#include <string>

namespace orrery {

// The file that comes with the program under this name, "plummer_4096" or "plummer_4096.tipsy",
// from assets/snapshots; `source` itself where there is a file of that name here, or none there.
std::string here_or_shipped(const std::string& source);

} // namespace orrery
