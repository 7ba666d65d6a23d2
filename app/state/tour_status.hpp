#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A step as its editor shows it.
struct EditedStep {
    std::string title, words, notes;
    bool earlier = false, later = false; // whether it can go there: it stays in its chapter
};

// The tour that is given, as it can be edited.
struct TourEditing {
    bool possible = false; // it is from a file
    std::string file = {}; // it was read from, or last saved to
    bool changed = false;  // since then
    std::size_t version = 0;
    std::vector<EditedStep> steps = {};

    // What the panel edits: a step, its fields as they are typed, of which version they are.
    bool open = false;
    std::size_t step = 0;
    std::optional<std::size_t> typed_version = {};
    EditedStep typed = {};
};

// What a tour says over the picture, instead of what the scene says of itself.
struct StageWords {
    std::string title = {};
    std::string line = {};
};

// What panels and stage say of the tour that is being given.
struct TourStatus {
    bool given = false;
    std::string title = {};
    std::vector<std::string> steps = {}; // their titles
    std::size_t position = 0;            // from 0
    std::string notes = {};              // of the present step
    StageWords next = {};                // of the step after it; empty: there is none
    std::optional<double> minutes = {};  // that the tour is to last
    double seconds = 0, seconds_in_step = 0;
    TourEditing editing = {};
};

// What can be asked of who gives tours.
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
