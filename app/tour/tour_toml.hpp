#pragma once

#include "app/tour/tour.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A tour as TOML, the way a person writes it: docs/tours.md. A key that does not exist, a value
// that is none, a command that nobody knows: bad_input with the file, the line and what is meant.
Tour read_tour(const std::filesystem::path& file, const Actions& actions);

// The same, with the lines of the text where its steps begin, in the tour's order.
struct ReadTour {
    Tour tour;
    std::vector<std::size_t> lines;
};
ReadTour read_tour_text(std::string_view text, const std::filesystem::path& file,
                        const Actions& actions);
// What is in the file. Throws bad_input where it cannot be read.
std::string text_of_tour(const std::filesystem::path& file);

std::string tour_to_toml(const Tour& tour, const Actions& actions);

} // namespace orrery
