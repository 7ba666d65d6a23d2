#pragma once

#include "app/state/tour_status.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

class TomlText;

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

// A view of a step, whose table is called `step`.
void write_view(TomlText& toml, const CameraFlight& view, const std::string& step);
std::string tour_to_toml(const Tour& tour, const Actions& actions);
// A step to be put behind a tour's text.
std::string step_to_toml(const TourStep& step, const Actions& actions);

// The tour as it goes by without a speaker: a step that waits lasts `waiting` seconds, or as long
// as its camera flies and a second more; one that loops is seen once.
Tour timed_tour(Tour tour, double waiting);

// Seconds of all its steps, none of which waits.
double duration(const Tour& timed);

} // namespace orrery
