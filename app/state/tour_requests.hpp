#pragma once

#include <cstddef>
#include <string>

// What can be asked of who gives tours.

namespace orrery {

struct GiveTour {
    std::string tour; // a shipped one's name, or a file
};
// Where in a tour to go; `start` begins the one that was left, where it was left.
enum class TourMove { start, next, previous, first, last, leave };
struct GoToStep {
    std::size_t step = 0; // from 0
};
struct RehearseTour {};

// A change of the tour that is given.
struct TourEdit {
    enum class What { title, words, notes, earlier, later, remove, take_back };
    What what = What::title;
    std::size_t step = 0;  // from 0
    std::string text = {}; // of title, words and notes
};
struct SaveTour {};
struct RecordStep {}; // what is to be seen now, as a step of the tour

} // namespace orrery
