#pragma once

#include "render/graphics_context.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

// What a message of the page asks for beside keys and mouse.
struct BrowserEvent {
    std::optional<Extent> size = {}; // of the picture, in pixels
    float pixels_per_coordinate = 1; // of the viewer's screen, with a size
    double time = 0;                 // by the viewer's clock, of an input; 0: it is none
    std::size_t bodies = 0;          // so many are asked for, to be drawn by the page itself
};

// Gives a message of the page (docs/serve.md) to ImGui's current context: keys, text, mouse,
// touches as the mouse. What is no such message does nothing.
BrowserEvent take_browser_message(std::string_view message);

// As a browser calls a key ("KeyA", "ArrowLeft"): ImGui's number of it; 0: there is none.
int imgui_key(std::string_view code);

// As CSS calls the cursor that ImGui wants in this frame.
const char* wanted_cursor();

} // namespace orrery
