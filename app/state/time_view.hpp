#pragma once

#include "sim/simulation/timeline.hpp"

#include <glm/vec4.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace orrery {

// What the user does with time besides running and pausing it, and what is seen of that.
struct TimeView {
    bool bar = false;     // asked for; else it comes with the pointer
    float height = 0;     // pixels at the picture's foot that the bar takes now
    float stage_foot = 0; // pixels at the window's foot that the stage takes
    float stage_head = 0; // where its title and number end, likewise from the top
    std::vector<glm::vec4> stage_plates = {}; // of these two: left, top, right, below
    struct Line {                             // in the pixels of its window
        float left = 0, right = 0, middle = 0;
    };
    // The bar in the picture, or in the preview of the speaker's window.
    struct Bar {
        double opacity = 0;
        bool held = false; // by the mouse
        Line line = {};    // when last drawn
    };
    Bar picture = {}, preview = {};
    std::optional<std::uint64_t> sent_step = {}; // the newest one that was dragged to
    // A mark of the loop that is dragged: where the other one is, if there is one, and where it is.
    struct DraggedMark {
        std::optional<std::uint64_t> other = {};
        std::uint64_t step = 0;
    };
    std::optional<DraggedMark> mark = {};
    std::optional<std::uint64_t> loop_from = {}; // a loop is marked to begin there
    std::optional<double> wanted = {};           // time to go to, once the system is there
    // Where a leap to a tour's step has the bodies begin, and how they go on from there.
    struct Beginning {
        double time = 0;
        bool reversed = false;
    };
    std::optional<Beginning> begins = {};
    bool comes_back = false; // to a moment that was pasted, until it is there or Esc is pressed
    std::optional<double> starts_at = {}; // seconds since the window opened: a countdown
};

// Between the marks of a timeline the clock is taken to go evenly.

// Where it shows that time; where it does so more than once, the last time. Nothing: nowhere.
std::optional<double> step_at(const std::vector<TimelineMark>& marks, double time);

// What it shows at a step; at those behind the last mark, what it shows there.
double time_at(const std::vector<TimelineMark>& marks, std::uint64_t step);

} // namespace orrery
