#pragma once

#include "app/panels/layout.hpp"
#include "app/panels/panels.hpp"
#include "app/plot/plot.hpp"
#include "app/state/app_state.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include <functional>
#include <optional>
#include <string_view>

namespace orrery {

// The docks, as the window makes them.
inline void lay_out(Extent window, float scale, AppState& app) {
    const ImGuiID dockspace = ImHashStr("orrery");
    fit_panels(dockspace, window, scale, app.get<PanelFit>(), false);
    ImGui::DockSpaceOverViewport(dockspace, ImGui::GetMainViewport(),
                                 ImGuiDockNodeFlags_PassthruCentralNode);
}

// The panels of a window, with the engine's hand on mouse and keyboard.
class Widgets : public testing::Test {
protected:
    using Hand = ImGuiTestContext&;

    Widgets() : Widgets({1920, 1080}) {}
    explicit Widgets(Extent window) : window_(window), screen_(std::in_place, window, 1.0F) {
        app_.view.layer = Layer::panels;
        engine_ = ImGuiTestEngine_CreateContext();
        ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
        io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
        io.ConfigNoThrottle = true;
        io.ConfigSavedSettings = false;
        io.ConfigLogToTTY = false;
        io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
        ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
    }
    ~Widgets() override {
        ImGuiTestEngine_Stop(engine_);
        screen_.reset();
        ImGuiTestEngine_DestroyContext(engine_);
    }

    // Does `steps` by hand, while frames go on; fails where an item was not to be found.
    void by_hand(const std::function<void(Hand)>& steps) {
        ImGuiTest* test = ImGuiTestEngine_RegisterTest(engine_, "widgets", "hand");
        test->TestFunc = [&](ImGuiTestContext* context) { steps(*context); };
        ImGuiTestEngine_QueueTest(engine_, test);
        while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) {
            screen_->frame([&] { draw(); });
            drawn_ = drawn();
            ImGuiTestEngine_PostSwap(engine_);
        }
        EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success) << test->Output.Log.Buffer.c_str();
        ImGuiTestEngine_UnregisterTest(engine_, test);
    }

    // A tenth of a second a frame: animations are over and tooltips there within a few.
    void let_time_fly() {
        ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
        io.ConfigFixedDeltaTime = 0.1F;
        io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = 1e6F; // seconds, at that rate
    }

    AppState& app_ = state_.app;
    std::function<void()> besides_; // what else is drawn
    std::size_t drawn_ = 0;         // differs when the last frame drew something else

private:
    static std::size_t drawn() {
        std::size_t all = 0;
        for (const ImDrawList* const list : ImGui::GetDrawData()->CmdLists) {
            const std::string_view bytes(
                reinterpret_cast<const char*>(list->VtxBuffer.Data), // NOLINT: as they lie there
                static_cast<std::size_t>(list->VtxBuffer.size_in_bytes()));
            all = 31 * all + std::hash<std::string_view>{}(bytes);
        }
        return all;
    }

    void draw() {
        app_.framebuffer = window_;
        status_line(app_);
        lay_out(window_, 1, app_);
        simulation_panel(app_);
        algorithm_deck_panel(app_);
        view_panel(app_);
        timings_panel(app_);
        scene_panel(app_);
        accuracy_panel(app_);
        machine_panel(app_);
        trust_panel(app_);
        if (besides_) {
            besides_();
        }
        command_palette(app_);
        app_.actions.run_pressed();
    }

    PanelsState state_;
    Extent window_;
    std::optional<ScreenlessImGui> screen_;
    ImGuiTestEngine* engine_ = nullptr;
};

} // namespace orrery
