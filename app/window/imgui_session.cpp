#include "app/window/imgui_session.hpp"

#include "app/panels/panels.hpp"
#include "sim/error.hpp"

#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

namespace orrery {

ImGuiSession::ImGuiSession(Window& window,
                           const std::optional<std::filesystem::path>& layout_file) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    // No keyboard navigation: Space, Tab and the arrows belong to the picture. No viewports of
    // their own for panels: they are broken on Wayland.
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
    // Dragging in a panel's empty parts must not move it from its dock by accident.
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigDockingWithShift = false;
    io.IniFilename = nullptr;
    if (layout_file) {
        layout_file_ = layout_file->string();
        io.IniFilename = layout_file_.c_str();
    }
    const bool ready = ImGui_ImplGlfw_InitForOpenGL(window.handle(), true) &&
                       ImGui_ImplOpenGL3_Init("#version 450 core");
    if (!ready) {
        throw failure("the panels cannot be drawn", "OpenGL", "update the graphics driver");
    }
}

ImGuiSession::~ImGuiSession() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
}

void ImGuiSession::begin_frame(float scale) {
    if (scale != scale_) {
        apply_theme(scale);
        scale_ = scale;
    }
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void ImGuiSession::end_frame() {
    ImGui::Render();
}

void ImGuiSession::draw() {
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

float desktop_scale(const Window& window) {
    const Extent size = window.size();
    const Extent pixels = window.framebuffer_size();
    if (size.width <= 0 || pixels.width <= 0) {
        return 1; // minimised
    }
    const float pixels_per_coordinate =
        static_cast<float>(pixels.width) / static_cast<float>(size.width);
    float scale = window.content_scale();
    if (GLFWmonitor* monitor = glfwGetPrimaryMonitor()) {
        if (const GLFWvidmode* mode = glfwGetVideoMode(monitor)) {
            scale = std::max(scale, std::floor(static_cast<float>(mode->height) / 1080));
        }
    }
    return scale / pixels_per_coordinate;
}

} // namespace orrery
