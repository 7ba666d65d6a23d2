#include "app/window/imgui_session.hpp"
#include "app/panels/theme.hpp"

#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "sim/base/error.hpp"

#define GLFW_INCLUDE_NONE // GLEW brings OpenGL
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#include <imgui_internal.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

namespace orrery {

namespace {

// Where the last frame wanted no cursor. The backend would look for it before its list of cursors.
void hide_cursor_if_wanted(GLFWwindow* window) {
    ImGuiConfigFlags& flags = ImGui::GetIO().ConfigFlags;
    if (ImGui::GetMouseCursor() == ImGuiMouseCursor_None) {
        flags |= ImGuiConfigFlags_NoMouseCursorChange;
        glfwSetInputMode(window, GLFW_CURSOR, GLFW_CURSOR_HIDDEN);
    } else {
        flags &= ~ImGuiConfigFlags_NoMouseCursorChange;
    }
}

} // namespace

ImGuiSession::ImGuiSession(Surface& surface, const LayoutFile& layout, const ImGuiSession* first)
    : surface_(surface),
      context_(ImGui::CreateContext(first != nullptr ? first->context_->IO.Fonts : nullptr)),
      plots_(ImPlot::CreateContext()) {
    IMGUI_CHECKVERSION();
    const CurrentSession current(*this);
    ImGuiIO& io = ImGui::GetIO();
    // No keyboard navigation: Space, Tab and the arrows belong to the picture. No viewports of
    // their own for panels: they are broken on Wayland.
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
    // Dragging in a panel's empty parts must not move it from its dock by accident.
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.ConfigDockingWithShift = false;
    io.IniFilename = nullptr;
    GLFWwindow* const input = surface_.input();
    bool ready = (input == nullptr || ImGui_ImplGlfw_InitForOpenGL(input, true)) &&
                 ImGui_ImplOpenGL3_Init("#version 450 core");
    if (ready && first != nullptr) {
        // In the OpenGL context that draws with them: Mesa's software driver ends in the middle of
        // the first window's next frames when a program is deleted that was linked there and drawn
        // with here alone.
        surface.make_current();
        ready = ImGui_ImplOpenGL3_CreateDeviceObjects();
        first->surface_.make_current();
    }
    if (!ready) {
        throw failure("the panels cannot be drawn", "OpenGL", "update the graphics driver");
    }
    layout_file_ = layout.file.value_or("").string();
    if (layout.written) {
        io.IniFilename = layout_file_.c_str();
    } else if (layout.file) {
        ImGui::LoadIniSettingsFromDisk(layout_file_.c_str());
    }
}

ImGuiSession::~ImGuiSession() {
    {
        const CurrentSession current(*this);
        ImGui_ImplOpenGL3_Shutdown();
        if (surface_.input() != nullptr) {
            ImGui_ImplGlfw_Shutdown();
        }
    }
    ImPlot::DestroyContext(plots_);
    ImGui::DestroyContext(context_);
}

void ImGuiSession::fill_without_texture(const ShaderFolder& shaders) {
    const CurrentSession current(*this);
    fill_.emplace(shaders, std::vector<std::string>{"fill.vert", "fill.frag"});
    ImGui::GetIO().UserData = &*fill_;
    ImGui::GetPlatformIO().DrawCallback_SetSamplerNearest = [](const ImDrawList*,
                                                               const ImDrawCmd*) {
        const auto& fill = *static_cast<const ShaderProgram*>(ImGui::GetIO().UserData);
        const ImVec2 size = ImGui::GetDrawData()->DisplaySize;
        fill.set("size", glm::vec2(size.x, size.y));
        fill.use();
    };
}

CurrentSession::CurrentSession(ImGuiContext* context, ImPlotContext* plots)
    : context_(ImGui::GetCurrentContext()), plots_(ImPlot::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
    ImPlot::SetCurrentContext(plots);
}

CurrentSession::~CurrentSession() {
    ImGui::SetCurrentContext(context_);
    ImPlot::SetCurrentContext(plots_);
}

void ImGuiSession::begin_frame(float scale, Theme theme) {
    if (scale != scale_ || theme != theme_) {
        apply_theme(scale, theme);
        scale_ = scale;
        theme_ = theme;
    }
    ImGui_ImplOpenGL3_NewFrame();
    if (surface_.input() != nullptr) {
        hide_cursor_if_wanted(surface_.input());
        ImGui_ImplGlfw_NewFrame();
    } else {
        constexpr float shortest = 1e-6F; // ImGui takes no frames of no time
        ImGuiIO& io = ImGui::GetIO();
        const Extent size = surface_.size(); // in pixels
        io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
        const Clock::time_point now = Clock::now();
        io.DeltaTime = std::max(
            std::chrono::duration<float>(now - std::exchange(last_frame_, now)).count(), shortest);
    }
    ImGui::NewFrame();
}

void ImGuiSession::end_frame() {
    ImGui::Render();
}

void ImGuiSession::draw() {
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiSession::draw_picture_words() {
    ImDrawData words = *ImGui::GetDrawData();
    const auto belongs_to_picture = [](const ImDrawList* list) {
        return list == ImGui::GetBackgroundDrawList(ImGui::GetMainViewport()) ||
               std::ranges::find(picture_windows, std::string_view(list->_OwnerName)) !=
                   picture_windows.end();
    };
    words.CmdLists.clear();
    for (ImDrawList* const list : ImGui::GetDrawData()->CmdLists) {
        if (belongs_to_picture(list)) {
            words.CmdLists.push_back(list);
        }
    }
    ImGui_ImplOpenGL3_RenderDrawData(&words);
}

float desktop_scale(const Surface& surface) {
    const Extent size = surface.size();
    const Extent pixels = surface.framebuffer_size();
    if (size.width <= 0 || pixels.width <= 0) {
        return 1; // minimised
    }
    const float pixels_per_coordinate =
        static_cast<float>(pixels.width) / static_cast<float>(size.width);
    const Monitor monitor = surface.monitor();
    const float lines = std::floor(static_cast<float>(monitor.pixels.height) / 1080);
    return std::max(monitor.content_scale, lines) / pixels_per_coordinate;
}

} // namespace orrery
