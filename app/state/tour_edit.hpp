#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A change of the tour that is given.
struct TourEdit {
    enum class What { title, words, notes, earlier, later, remove, take_back };
    What what = What::title;
    std::size_t step = 0;  // from 0
    std::string text = {}; // of title, words and notes
};

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

} // namespace orrery
