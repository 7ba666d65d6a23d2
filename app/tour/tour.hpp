#pragma once

#include "app/state/actions.hpp"
#include "render/camera.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// When a tour goes on from a step.
enum class StepEnd {
    wait, // when the speaker wants it
    loop, // the same, and until then the step begins again every so many seconds
    after // by itself, after so many seconds
};

// A view that the camera flies to, in so many seconds; 0: it is there at once.
struct TourView {
    CameraPose pose;
    double seconds = 0;
    bool operator==(const TourView&) const = default;
};

struct TourStep {
    std::string title;
    std::string words; // on the picture, instead of what the scene says of itself
    std::string notes; // for the speaker alone
    std::vector<Command> commands;
    std::string race;               // that it starts, in words; "": it ends one that is under way
    std::vector<double> rates;      // of its racers in a film, steps a second; none: as measured
    std::vector<std::string> chart; // the algorithms that its chart shows; none: all
    bool measures_error = false;    // of the forces, and tells it
    std::vector<TourView> views;    // flown to one after the other; none: the camera stays
    StepEnd end = StepEnd::wait;
    double seconds = 0;                // of `loop` and `after`
    std::optional<double> until = {};  // of `loop`: the simulated time at which it begins again
    std::vector<std::string> chapters; // that it is in, the outermost first
    bool operator==(const TourStep&) const = default;
};

// A talk as data: steps, each with what it changes of Settings and Look. A step is the same however
// one came to it: what all steps before it chose, and then its own.
struct Tour {
    std::string title, author, license;
    std::optional<double> minutes = {}; // that it is to last
    std::vector<TourStep> steps = {};
    bool operator==(const Tour&) const = default;
};

} // namespace orrery
