#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

// The words that a user reads in the window. The English text is the key, so that the code stays
// readable, and a text that has no translation is shown in English. script/texts lists the keys of
// the sources: it looks for literals behind tr, tr_id, tr_format, tr_noop and counted.

namespace orrery {

// The text in the language that is spoken.
const char* tr(const char* english) __attribute__((format_arg(1)));
std::string tr(const std::string& english);
// A body's name, which may end in a number: "thrown 3".
std::string tr_name(const std::string& english);

// Marks a text that tr() is given elsewhere.
constexpr const char* tr_noop(const char* english) {
    return english;
}

// The label of a widget whose id is the English text, so that layouts of windows, what is open and
// the paths of tests are the same in every language: "Pausieren###Pause".
std::string tr_id(std::string_view english);

// For tr_format; where the translation's placeholders do not fit, it is the English text.
std::string format_translated(fmt::string_view english, fmt::format_args arguments);

// fmt::format of the translation, which may take the arguments in another order: "{1} von {0}".
template <class... Arguments>
std::string tr_format(fmt::format_string<Arguments...> english, Arguments&&... arguments) {
    return format_translated(fmt::string_view(english), fmt::make_format_args(arguments...));
}

// A number that was written with a decimal point, as the language that is spoken writes it.
std::string with_decimal_mark(std::string number);
// What stands between thousands.
std::string_view thousands_mark();

} // namespace orrery
