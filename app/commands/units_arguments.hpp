#pragma once

#include "app/commands/system_arguments.hpp"

namespace orrery {

class Parser;

// --gravity and --units, for sources that do not know their own.
void add_units_arguments(Parser& parser, SystemArguments& arguments);

} // namespace orrery
