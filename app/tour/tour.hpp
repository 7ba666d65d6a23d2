#pragma once

#include "app/state/tour_status.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

namespace orrery {

// Where in a tour one is, and what its clock makes of that. Does nothing to the simulation: whoever
// owns it enters the step that it stands at, whenever `entered` changes. Its time is told by its
// owner: of the wall in a window, of steps in a replay.
class TourPlayer {
public:
    // `tour` has a step.
    explicit TourPlayer(Tour tour) : tour_(std::make_shared<const Tour>(std::move(tour))) {}

    const std::shared_ptr<const Tour>& tour() const { return tour_; }
    std::size_t position() const { return position_; }
    const TourStep& step() const { return tour_->steps[position_]; }
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
        tour_ = std::make_shared<const Tour>(std::move(tour));
        position_ = position;
    }
    // Time passes: a step that ends by itself makes way for the next, one that loops begins again.
    // `simulated`: the time of the bodies, where theirs are there.
    void advance(double seconds, std::optional<double> simulated = {});

private:
    bool is_over(std::optional<double> simulated);

    std::shared_ptr<const Tour> tour_;
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
