#pragma once

// Values of Python's as settings and options take them, and back.

#include "sim/simulation/property.hpp"
#include "sim/simulation/settings.hpp"

#include <nanobind/nanobind.h>

#include <string>

namespace orrery::python {

namespace nb = nanobind;

// None, True, 8, 0.01 and "fp64" in the words that a setting reads. Throws bad_input, naming the
// setting, for anything else.
std::string words_of(nb::handle value, const std::string& name);
nb::object as_python(const SettingValue& value);
// A number or the name of a choice. Throws as words_of does.
OptionValue option_of(nb::handle value, const std::string& name);

// Sets a field of `settings`, or an option of its algorithm, by its id. Throws bad_input for a name
// that is neither and for a value that it cannot take.
void set(Settings& settings, const std::string& name, nb::handle value);
// The keyword arguments, in an order that works: the algorithm before its options.
void set_all(Settings& settings, const nb::kwargs& values);

} // namespace orrery::python
