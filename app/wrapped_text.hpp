#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery {

// The text in lines of at most `width` columns, broken at spaces or, inside a word that is too long
// for a line, after a bar or comma; newlines stay where they are. Every line but the first begins
// with `indent` spaces.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

} // namespace orrery
