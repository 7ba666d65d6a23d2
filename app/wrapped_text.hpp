#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Breaks a text into lines of at most `width` columns, at spaces or, inside a word that is too long
// for a line, after a bar or comma. Newlines stay where they are.
std::vector<std::string> wrapped_lines(std::string_view text, std::size_t width);

// The same as one text; every line but the first begins with `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

} // namespace orrery
