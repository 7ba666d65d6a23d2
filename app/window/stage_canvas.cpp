#include "app/window/stage_canvas.hpp"

#include "app/panels/panels.hpp"
#include "app/stage/annotation_layer.hpp"
#include "app/stage/chart_layer.hpp"
#include "app/stage/race_layer.hpp"
#include "app/stage/stage_layer.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

// Makes an ImGui context the current one while it lives.
class CurrentContext {
public:
    explicit CurrentContext(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
        ImGui::SetCurrentContext(context);
    }
    CurrentContext(const CurrentContext&) = delete;
    CurrentContext& operator=(const CurrentContext&) = delete;
    ~CurrentContext() { ImGui::SetCurrentContext(before_); }

private:
    ImGuiContext* const before_;
};

} // namespace

float picture_scale(Extent size) {
    return std::max(static_cast<float>(size.height) / 1080, 0.6F);
}

StageCanvas::StageCanvas()
    : window_(ImGui::GetCurrentContext()), own_(ImGui::CreateContext(ImGui::GetIO().Fonts)) {
    const CurrentContext current(own_);
    ImGui::GetIO().IniFilename = nullptr;
    if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
        throw failure("the words cannot be drawn", "OpenGL", "update the graphics driver");
    }
}

StageCanvas::~StageCanvas() {
    {
        const CurrentContext current(own_);
        ImGui_ImplOpenGL3_Shutdown();
    }
    ImGui::DestroyContext(own_);
}

void StageCanvas::draw(AppState& app, bool with_words, Extent size, unsigned int target) {
    constexpr float frame_seconds = 1.0F / 60;
    ImGuiStyle style = ImGui::GetStyle(); // of the window
    style.FontScaleMain = picture_scale(size);
    const CurrentContext current(own_);
    ImGui::GetStyle() = style;
    ImGui::GetIO().DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    ImGui::GetIO().DeltaTime = frame_seconds;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const Layer layer = std::exchange(app.view.layer, with_words ? Layer::stage : Layer::nothing);
    if (app.race.under_way) {
        race_layer(app);
    } else {
        label_overlay(app);
        guide_overlay(app);
        chart_layer(app);
        if (with_words) {
            stage_layer(app);
        }
    }
    if (with_words) {
        annotation_layer(app);
    }
    app.view.layer = layer;
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

} // namespace orrery
