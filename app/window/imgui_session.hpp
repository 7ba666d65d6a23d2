#pragma once

#include "render/context.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace orrery {

// Dear ImGui in a window: its context, its input from GLFW, its drawing with OpenGL. One a window.
class ImGuiSession {
public:
    // The layout of the panels is kept in `layout_file`; nullopt: it is not kept.
    // Throws failure when ImGui's shaders do not compile.
    ImGuiSession(Window& window, const std::optional<std::filesystem::path>& layout_file);
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
    ~ImGuiSession();

    // Takes the input since the last frame. `scale` is of text and panels; a change is live.
    void begin_frame(float scale);
    // Ends the frame's panels without drawing them.
    void end_frame();
    // Draws them over what is in the window.
    void draw();

private:
    std::string layout_file_; // ImGui keeps a pointer to it
    float scale_ = 0;
};

// Text and panels are scaled by this so that they have the size the desktop asks for: the monitor's
// content scale, and at least one for every 1080 lines where the desktop says nothing. Coordinates
// that the desktop scales itself (Wayland) are not scaled twice.
float desktop_scale(const Window& window);

} // namespace orrery
