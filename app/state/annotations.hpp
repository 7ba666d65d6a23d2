#pragma once

#include <glm/vec2.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What a speaker draws on the picture. Places are told from the picture's centre, in units of its
// height, x to the right and y down: so they stay where they are when the window's size changes.
struct Annotation {
    enum class Kind { arrow, line, words };
    Kind kind = Kind::arrow;
    std::vector<glm::vec2> points =
        {}; // arrow: from, to; line: all of them; words: where they begin
    std::string words = {};

    bool operator==(const Annotation&) const = default;
};

// What lies over the picture while somebody speaks; of the moment, no file keeps it.
struct Annotations {
    bool pointer = false;   // a bright point instead of the mouse's arrow
    bool spotlight = false; // all is dark but what is around the mouse
    bool drawing = false;   // the mouse draws instead of moving the camera
    float spotlight_radius = 0.18F;
    std::vector<Annotation> drawn = {};       // the newest last
    std::optional<glm::vec2> mouse = {};      // where it is, if it is in the window
    std::optional<Annotation> under_way = {}; // while the button is down, or words are typed

    bool pointing() const { return pointer || spotlight; }
};

// What is left of a stroke that ended: nothing of one that never went anywhere.
std::optional<Annotation> finished(Annotation stroke);

} // namespace orrery
