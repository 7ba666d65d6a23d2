#pragma once

#include "sim/gauss/gauss_method.hpp"

#include <string>

namespace orrery {

class Parser;

// What a Gauss transform's method may be called: `cells`, or its id, `cpu.gauss.cells`. Throws
// bad_input for a name that nothing has, or where it cannot run here.
const GaussMethod& gauss_method_called(const std::string& name);

// The short names, as the type of an option: "automatic|direct|cells|...".
std::string gauss_method_names();

// A number above 0. Throws bad_input, naming `flag`.
double parse_positive(const std::string& text, const char* flag);

} // namespace orrery
