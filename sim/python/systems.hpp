#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

#include <filesystem>

namespace orrery::python {

// Writes the format that the name's end asks for; warns of what it cannot hold.
void save(const System& system, const std::filesystem::path& file, const Settings& settings);

} // namespace orrery::python
