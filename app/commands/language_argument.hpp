#pragma once

#include <string>

namespace orrery {

class Parser;

// --language: sets `language` to the id of one that there is, or "auto". Throws bad_input for what
// is none.
void add_language_argument(Parser& parser, std::string& language, const char* group,
                           const char* meaning);

} // namespace orrery
