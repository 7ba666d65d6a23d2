#pragma once

#include <string>

namespace orrery {

class Parser;

// --format, for a file of bodies whose name does not say it.
void add_format_argument(Parser& parser, std::string& format);

// -o FILE for a table of results, whose form is told, and --json for the report of how it was made.
void add_result_arguments(Parser& parser, std::string& output, const std::string& form,
                          std::string& json);

} // namespace orrery
