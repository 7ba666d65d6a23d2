#include "tests/app/panels/panels_testing.hpp"

#include "app/panels/panels.hpp"
#include "app/window/default_actions.hpp"

#include <implot.h>

namespace orrery {

ScreenlessImGui::ScreenlessImGui(Extent size, float scale) {
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_DockingEnable;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(size.width), static_cast<float>(size.height)};
    io.DeltaTime = 1.0F / 60;
    apply_theme(scale);
}

ScreenlessImGui::~ScreenlessImGui() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        texture->SetStatus(ImTextureStatus_Destroyed);
    }
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
}

void ScreenlessImGui::frame(const std::function<void()>& content) {
    ImGui::NewFrame();
    content();
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
        if (texture->Status != ImTextureStatus_Destroyed) {
            texture->SetStatus(ImTextureStatus_OK);
        }
    }
}

void ScreenlessImGui::click(ImVec2 place, const std::function<void()>& content) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(place.x, place.y);
    frame(content);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    frame(content);
    io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    frame(content);
}

void ScreenlessImGui::type(const char* text, const std::function<void()>& content) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    frame(content);
}

void ScreenlessImGui::press(ImGuiKey key, const std::function<void()>& content) {
    ImGui::GetIO().AddKeyEvent(key, true);
    frame(content);
    ImGui::GetIO().AddKeyEvent(key, false);
    frame(content);
}

void add_steps(History& history, const char* algorithm, double from, double to, double apart,
               double interactions_per_second) {
    const Clock::time_point opened{};
    std::vector<StepReport> steps;
    for (double at = from; at < to; at += apart) {
        StepReport step;
        step.finished =
            opened + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(at));
        step.time = at;
        step.algorithm = algorithm;
        step.timings.add("forces", 1000 * apart);
        step.timings.total_milliseconds = 1000 * apart;
        step.timings.interactions = interactions_per_second * apart;
        steps.push_back(step);
    }
    history.add_steps(steps, {}, opened);
}

PanelsState::PanelsState() : app{.simulation = simulation_, .settings = {}} {
    add_default_actions(app);
    app.now = 10;
    app.catalogue.title = "A galaxy with a name that is longer than most";
    app.units = {1, "kpc", "Myr", "solar masses"};
    app.status.loaded = true;
    app.status.count = 4'194'304;
    app.status.time = -1.2345e-5;
    app.status.time_step = 0.01;
    app.status.softening = 0.1;
    app.status.force_error = ForceError{1000, 1.23e-7, 4.56e-7, 7.89e-7};
    app.status.verified_algorithm = app.settings.algorithm;
    app.settings.time_step = 0.02; // with its button to give it back
    app.settings.adaptive_step = true;
    app.view.automatic_range = false;
    for (const SolverEntry& solver : solvers()) {
        add_steps(app.history, solver.info.id, 1, 9, 1.27, 1.94e12);
    }
    for (int i = 0; i < 300; ++i) {
        app.history.add_frame({10.0 * i / 300, 33, 12.3, 14.5, 6.7});
    }
}

} // namespace orrery
