#pragma once

#include "sim/simulation/algorithm_speed.hpp"

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What was measured on this machine to choose by, each under a key that says for what.
struct RememberedChoices {
    std::map<std::string, std::vector<AlgorithmSpeed>> algorithms; // the fastest first
    std::map<std::string, std::size_t> bodies; // that an algorithm steps smoothly
    // The same, measured while others used the machine: it can be more.
    std::map<std::string, std::size_t> busy_bodies = {};
};

// choices.json beside the machine's peaks; nullopt where there is no such folder.
std::optional<std::filesystem::path> choices_file();

// Nothing of another machine, driver or version, nor of a file that cannot be understood: then it
// is measured anew.
RememberedChoices read_choices();

// Adds to the file, making its folder; whole or not at all. Throws failure naming the file.
void remember_choices(const RememberedChoices& more);

} // namespace orrery
