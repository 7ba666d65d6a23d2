#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace orrery {

// The text as it may be shown to somebody: control characters and bytes that are no UTF-8, which
// a name in a file can have and a terminal might obey, become "\x1b". To be asked wherever text
// from files or folders is printed; every Error does it by itself.
std::string printable(std::string_view text);

// How many bytes the UTF-8 character at the text's start has; 0: it is none. Not of an empty text.
std::size_t utf8_length(std::string_view text);

// A number as messages write it, in every locale: "0.001", "1e+09".
std::string written(double number);

} // namespace orrery
