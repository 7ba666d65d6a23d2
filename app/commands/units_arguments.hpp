#pragma once

#include "app/commands/system_arguments.hpp"

namespace orrery {

// --gravity and --units, for sources that do not know their own.
void add_units_arguments(CLI::App& parser, SystemArguments& arguments);

} // namespace orrery
