#pragma once

#include "app/state/actions.hpp"
#include "app/state/followed.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// When a tour goes on from a step.
enum class StepEnd {
    wait, // when the speaker wants it
    loop, // the same, and until then the step begins again every so many seconds
    after // by itself, after so many seconds
};

struct TourStep {
    std::string title;
    std::string words; // on the picture, instead of what the scene says of itself
    std::string notes; // for the speaker alone
    std::vector<Command> commands;
    std::string race;                // that it starts, in words; "": it ends one that is under way
    std::vector<double> rates;       // of its racers in a film, steps a second; none: as measured
    std::vector<std::string> chart;  // the algorithms that its chart shows; none: all
    bool measures_error = false;     // of the forces, and tells it
    std::vector<CameraFlight> views; // flown to one after the other; none: the camera stays
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

    // Whether both steps are there, and in one chapter: they can stand in each other's place.
    bool can_exchange(std::size_t one, std::size_t other) const {
        return one < steps.size() && other < steps.size() &&
               steps[one].chapters == steps[other].chapters;
    }
    bool operator==(const Tour&) const = default;
};

// Where in a tour one is, and what its clock makes of that. Does nothing to the simulation: whoever
// owns it enters the step that it stands at, whenever `entered` changes. Its time is told by its
// owner: of the wall in a window, of steps in a replay.
class TourPlayer {
public:
    // `tour` has a step.
    explicit TourPlayer(Tour tour) : tour_(std::move(tour)) {}

    const Tour& tour() const { return tour_; }
    std::size_t position() const { return position_; }
    const TourStep& step() const { return tour_.steps[position_]; }
    double seconds_in_step() const { return seconds_; }
    double seconds() const { return total_; } // since the beginning

    // Counts entrances: of a step that loops, each time round.
    std::size_t entered() const { return entered_; }

    // False at the tour's end, where it stays.
    bool next() { return go_to(position_ + 1); }
    // The step of that number, from 0; false where there is none.
    bool go_to(std::size_t position);
    // Another version of the tour, in which the present step is at that place: it is not entered.
    void replace(Tour tour, std::size_t position) {
        tour_ = std::move(tour);
        position_ = position;
    }
    // Time passes: a step that ends by itself makes way for the next, one that loops begins again.
    // `simulated`: the time of the bodies, where theirs are there.
    void advance(double seconds, std::optional<double> simulated = {});

private:
    bool is_over(std::optional<double> simulated);

    Tour tour_;
    std::size_t position_ = 0, entered_ = 1;
    double seconds_ = 0, total_ = 0;
    bool goes_back_ = false; // has begun again, and the bodies are not yet known to have
};

// The tour as it goes by without a speaker: a step that waits lasts `waiting` seconds, or as long
// as its camera flies and a second more; one that loops is seen once.
Tour timed_tour(Tour tour, double waiting);

// Seconds of all its steps, none of which waits.
double duration(const Tour& timed);

} // namespace orrery
