#pragma once

#include "app/state/look.hpp"
#include "render/shader_program.hpp"
#include "render/surface.hpp"
#include "sim/step_timings.hpp"

#include <filesystem>
#include <optional>
#include <string>

struct ImGuiContext;
struct ImPlotContext;

namespace orrery {

// The file of the panels' layout, if there is one, and whether it is written, too.
struct LayoutFile {
    std::optional<std::filesystem::path> file = {};
    bool written = false;
};

// Dear ImGui on a surface: its context, its input from GLFW where there is any, its drawing with
// OpenGL. One a surface.
class ImGuiSession {
public:
    // On a surface besides that of a `first` one, which outlives it, with the fonts of that; it is
    // the current one where that is said (CurrentSession). Throws failure when ImGui's shaders do
    // not compile.
    explicit ImGuiSession(Surface& surface, const LayoutFile& layout = {},
                          const ImGuiSession* first = nullptr);
    ImGuiSession(const ImGuiSession&) = delete;
    ImGuiSession& operator=(const ImGuiSession&) = delete;
    ~ImGuiSession();

    // Areas of one colour are drawn by a program of their own from then on, which looks at no
    // texture: a processor that draws takes less time for it. Throws failure naming the shader.
    void fill_without_texture(const ShaderFolder& shaders);

    // Takes the input since the last frame. `scale` and theme are of text and panels; a change
    // is live.
    void begin_frame(float scale, Theme theme = Theme::dark);
    // Ends the frame's panels without drawing them.
    void end_frame();
    // Draws them over what is in the framebuffer that is bound.
    void draw();
    // Of them only what is written over the picture, not the panels and messages.
    void draw_picture_words();

private:
    friend class CurrentSession;

    Surface& surface_;
    ImGuiContext* context_;
    ImPlotContext* plots_;
    std::optional<ShaderProgram> fill_;
    Clock::time_point last_frame_ = Clock::now(); // where there is no input
    std::string layout_file_;                     // ImGui keeps a pointer to it
    float scale_ = 0;
    Theme theme_ = Theme::dark;
};

// Makes a session, or contexts, those that ImGui's functions speak of, while it lives.
class CurrentSession {
public:
    explicit CurrentSession(const ImGuiSession& session)
        : CurrentSession(session.context_, session.plots_) {}
    CurrentSession(ImGuiContext* context, ImPlotContext* plots);
    CurrentSession(const CurrentSession&) = delete;
    CurrentSession& operator=(const CurrentSession&) = delete;
    ~CurrentSession();

private:
    ImGuiContext* const context_;
    ImPlotContext* const plots_;
};

// Text and panels are scaled by this so that they have the size the desktop asks for: the monitor's
// content scale, and at least one for every 1080 lines where the desktop says nothing. Coordinates
// that the desktop scales itself (Wayland) are not scaled twice.
float desktop_scale(const Surface& surface);

} // namespace orrery
