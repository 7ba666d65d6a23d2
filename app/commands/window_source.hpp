#pragma once

#include <string>

namespace orrery {

// Throws bad_input for what is neither a scene nor a file. As the first word after `orrery` it is
// most likely a mistyped command, so those are suggested too.
void require_source(const std::string& source);

} // namespace orrery
