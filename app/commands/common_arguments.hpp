#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

class Parser;

// Options that several commands have.

// --bodies, --repeat and --budget of benchmarks, each with its own meaning of what is not given.
void add_bodies_argument(Parser& parser, std::vector<std::size_t>& counts, const char* meaning);
void add_repeat_argument(Parser& parser, int& repeats, const char* meaning);
void add_budget_argument(Parser& parser, double& seconds, const char* meaning);

// --json, into which `what` is written: "the rows".
void add_json_argument(Parser& parser, std::string& json, const std::string& what);

// --format, for a file of bodies whose name does not say it.
void add_format_argument(Parser& parser, std::string& format);

// -o FILE for a table of results, whose form is told, and --json for the report of how it was made.
void add_result_arguments(Parser& parser, std::string& output, const std::string& form,
                          std::string& json);
// Throws bad_input unless both can be written.
void require_result_places(const std::string& output, const std::string& json,
                           const std::string& noun);

// --language: sets `language` to the id of one that there is, or "auto". Throws bad_input for what
// is none.
void add_language_argument(Parser& parser, std::string& language, const char* meaning);

} // namespace orrery
