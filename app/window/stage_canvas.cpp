#include "app/window/stage_canvas.hpp"

#include "app/hand/hand.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/plot/scene_panel.hpp"
#include "app/stage/annotation_layer.hpp"
#include "app/stage/chart_layer.hpp"
#include "app/stage/race_layer.hpp"
#include "app/stage/stage_layer.hpp"
#include "app/state/time_view.hpp"
#include "app/window/imgui_session.hpp"
#include "sim/base/error.hpp"

#include <GL/glew.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>
#include <implot.h>

#include <algorithm>
#include <utility>

namespace orrery {

float picture_scale(Extent size) {
    return std::max(static_cast<float>(size.height) / 1080, 0.6F);
}

StageCanvas::StageCanvas() : StageCanvas(ImGui::GetIO().Fonts) {}

StageCanvas::StageCanvas(const std::filesystem::path& fonts) : StageCanvas(nullptr) {
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    load_fonts(fonts);
}

StageCanvas::StageCanvas(ImFontAtlas* fonts) : own_(ImGui::CreateContext(fonts)) {
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    ImGui::GetIO().IniFilename = nullptr;
    if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
        throw failure("the text cannot be drawn", "OpenGL", "update the graphics driver");
    }
}

StageCanvas::~StageCanvas() {
    {
        const CurrentSession current(own_, ImPlot::GetCurrentContext());
        if (ImGui::GetIO().Fonts->RefCount > 1) {
            // The window's are not for this one to end, and since its last frame they may be
            // others.
            ImGui::GetPlatformIO().Textures.clear();
        }
        ImGui_ImplOpenGL3_Shutdown();
    }
    ImGui::DestroyContext(own_);
}

void StageCanvas::draw(AppState& app, bool with_words, Extent size, unsigned int target) {
    lay_out(app, with_words, size);
    draw_part(size, target);
}

void StageCanvas::lay_out(AppState& app, bool with_words, Extent size) {
    constexpr float frame_seconds = 1.0F / 60;
    constexpr float most = 8192; // pixels a side: letters of more fill a GPU's memory
    enlarged_ = std::max(1.0F, static_cast<float>(std::max(size.width, size.height)) / most);
    ImGuiStyle style = ImGui::GetStyle(); // of the window
    style.FontScaleMain = picture_scale(size) / enlarged_;
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    ImGui::GetStyle() = style;
    ImGui::GetIO().DisplaySize = {static_cast<float>(size.width) / enlarged_,
                                  static_cast<float>(size.height) / enlarged_};
    ImGui::GetIO().DeltaTime = frame_seconds;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    const float time_bar = std::exchange(app.get<TimeView>().height, 0.0F);
    const ClearArea open = std::exchange(app.camera.open, {});
    const Layer layer = std::exchange(app.view.layer, with_words ? Layer::stage : Layer::nothing);
    if (app.race.under_way) {
        race_layer(app);
    } else {
        if (with_words) {
            plot_layer(app);
        }
        label_overlay(app);
        guide_overlay(app);
        hand_layer(app);
        chart_layer(app);
        if (with_words) {
            stage_layer(app);
        }
    }
    if (with_words) {
        annotation_layer(app);
    }
    app.view.layer = layer;
    app.camera.open = open;
    app.get<TimeView>().height = time_bar;
    ImGui::Render();
}

void StageCanvas::draw_part(const PicturePart& part, unsigned int target) {
    const CurrentSession current(own_, ImPlot::GetCurrentContext());
    ImDrawData& words = *ImGui::GetDrawData();
    const int above = part.whole.height - part.below - part.size.height;
    words.DisplayPos = {static_cast<float>(part.left) / enlarged_,
                        static_cast<float>(above) / enlarged_};
    words.DisplaySize = {static_cast<float>(part.size.width) / enlarged_,
                         static_cast<float>(part.size.height) / enlarged_};
    words.FramebufferScale = {enlarged_, enlarged_};
    glBindFramebuffer(GL_FRAMEBUFFER, target);
    ImGui_ImplOpenGL3_RenderDrawData(&words);
}

} // namespace orrery
