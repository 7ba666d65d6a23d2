#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// An SVG file of docs/images/kernels as it was when the program was built.
struct DrawingFile {
    const char* algorithm; // "gpu.shared"
    const char* svg;
};
std::span<const DrawingFile> drawing_files();

// A rectangle, circle, line or word of a drawing; lengths are the drawing's.
struct DrawingMark {
    enum class Kind { rectangle, circle, line, words };
    enum class Colour { words, targets, sources, results };
    struct Place {
        float x = 0, y = 0;
    };

    Kind kind = Kind::line;
    Colour colour = Colour::words;
    std::vector<Place> places; // two corners; the centre; a line's ends; words' end on their base
    float size = 0;            // of a corner's rounding; the circle's radius; the letters' height
    float stroke = 0;          // the outline's width; 0: none
    float stroke_strength = 1, fill_strength = 0; // how opaque
    bool closed = false;                          // a line's ends meet
    bool arrow = false;                           // at a line's end
    bool strong = false;                          // heavier letters
    float before = 0;                             // the share of words to the left of their place
    std::string text = {};
};

// A drawing shows what a kernel's threads do.
struct KernelDrawing {
    float width = 0, height = 0;
    std::vector<DrawingMark> marks; // later ones lie over earlier ones

    bool empty() const { return marks.empty(); }
};

// Reads what our drawings use of SVG: `rect`, `circle`, `text` and `path` in one of four colours.
// Other elements, colours and commands of a path throw Error; other attributes do not count.
KernelDrawing read_drawing(std::string_view svg);
// It is empty where there is none of the algorithm.
KernelDrawing drawing_of(std::string_view algorithm);

} // namespace orrery
