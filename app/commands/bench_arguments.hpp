#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

class Parser;

// What all benchmarks ask for in one form, each with its own meaning of what is not given.
void add_bodies_argument(Parser& parser, std::vector<std::size_t>& counts, const char* meaning);
void add_repeat_argument(Parser& parser, int& repeats, const char* meaning);
void add_budget_argument(Parser& parser, double& seconds, const char* meaning);

// Throws bad_input, naming `flag`, for what is no whole number from `least` to `most`.
std::size_t count_within(const std::string& text, const char* noun, const char* flag,
                         std::size_t least, std::size_t most);

} // namespace orrery
