#pragma once

#include "sim/settings.hpp"

#include <CLI/CLI.hpp>

namespace orrery {

// --gravity and --units, for sources that do not know their own.
void add_units_arguments(CLI::App& parser, Settings& settings);

} // namespace orrery
