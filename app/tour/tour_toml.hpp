#pragma once

#include "app/tour/tour.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A tour as TOML, the way a person writes it:
//
//     title = "The ladder"
//     author = "…"
//     license = "CC0-1.0"
//     minutes = 45.0                       # that the talk is to last
//
//     [[step]]
//     title = "Two loops"
//     words = "The definition, written down"
//     notes = "Wait for the first step."
//     do = ["scene plummer", "bodies 8k", "algorithm cpu.aos"]
//     race = ["cpu.aos", "cpu.tree"]       # side by side, from the same bodies
//     rates = [2, 60]                      # of the racers in a film, steps a second
//     then = "wait"                        # or "loop" or "after", these with seconds = 10
//
//     [[step.view]]
//     azimuth = 30.0                       # or orientation_w and orientation_xyz
//     elevation = 20.0
//     distance = 3.0
//     seconds = 2.0
//
//     [[chapter]]
//     title = "On GPUs"
//     needs = "gpu.naive"                  # of a step or chapter: left out where this algorithm
//                                          # does not run
//     [[chapter.step]]
//     …
//
// Steps of a chapter come before the chapters in it, steps of the tour before its chapters. What
// `do` says is a command in words (spoken_command). A key that does not exist, a value that is
// none, a command that nobody knows: bad_input with the file, the line and what is meant.
Tour tour_from_toml(std::string_view text, const std::filesystem::path& file,
                    const Actions& actions);
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
