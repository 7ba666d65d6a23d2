#pragma once

// What there is to choose from, and which Orrery this is.

#include <string>
#include <vector>

namespace orrery {
namespace [[gnu::visibility("default")]] library {

// "0.2.0"
const char* version();

// Something that is known by its id.
struct Choice {
    std::string id;
    std::string title;       // "SIMD, one thread"
    std::string description; // one line
    std::string unavailable; // why it cannot be used here; empty: it can
};

std::vector<Choice> algorithms();
std::vector<Choice> integrators();
std::vector<Choice> scenes();
std::vector<Choice> settings();
std::vector<Choice> formats(); // of files; the id is the end of a name: ".csv"

} // namespace gnu::visibility("default")]]library
} // namespace orrery
