#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace orrery {

// --format, for a file of bodies whose name does not say it.
void add_format_argument(CLI::App& parser, std::string& format);

} // namespace orrery
