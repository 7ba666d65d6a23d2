#pragma once

#include "app/tour/tour.hpp"

namespace orrery {

// The tour as it goes by without a speaker: a step that waits lasts `waiting` seconds, or as long
// as its camera flies and a second more; one that loops is seen once.
Tour timed_tour(Tour tour, double waiting);

// Seconds of all its steps, none of which waits.
double duration(const Tour& timed);

} // namespace orrery
