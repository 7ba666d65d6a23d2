#pragma once

#include <string>

namespace orrery {

class Parser;

// --format, for a file of bodies whose name does not say it.
void add_format_argument(Parser& parser, std::string& format);

} // namespace orrery
