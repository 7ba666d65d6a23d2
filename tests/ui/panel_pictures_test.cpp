// Every panel of the real window, opened one after the other and kept as a picture: in the folder
// that ORRERY_PICTURES names, else where the test runs.

#include "app/state/app_state.hpp"
#include "app/state/window_requests.hpp"
#include "render/png_file.hpp"
#include "sim/machine/devices.hpp"
#include "tests/ui/driven_surface.hpp"
#include "tests/ui/window_in_process.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace orrery {
namespace {

constexpr std::array panels{"Algorithms", "Simulation", "Trust", "View",
                            "Machine",    "Timings",    "Scene", "Accuracy"};

// Before a test goes to a folder of its own.
const std::filesystem::path started_in = std::filesystem::current_path();

const ImGuiWindow* window_that_begins(std::string_view name) {
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
        if (std::string_view(window->Name).starts_with(name)) {
            return window;
        }
    }
    return nullptr;
}

class PanelPictures : public WindowInProcess {
protected:
    PanelPictures() {
        const char* const named = std::getenv("ORRERY_PICTURES");
        pictures_ = named != nullptr ? std::filesystem::path(named) : started_in / "panel-pictures";
        std::filesystem::create_directories(pictures_);
    }

    // Runs the window until each panel has been in front, with `algorithm` running.
    void open_each(const std::string& algorithm, Extent size) {
        algorithm_ = algorithm;
        panel_ = frames_ = 0;
        LaunchOptions request = few_bodies();
        request.settings.bodies = 4096;
        request.settings.algorithm = algorithm;
        request.size = size;
        request.surface = [&] {
            auto window = std::make_unique<DrivenMemoryWindow>(size);
            surface_ = window.get();
            return window;
        };
        request.drive = [&](AppState& app) { next_frame(app); };
        run_window(request);
        EXPECT_EQ(panel_, panels.size());
    }

private:
    static constexpr int still = 24; // frames after which a panel that came to the front is at rest

    void next_frame(AppState& app) {
        const bool runs = app.status.loaded && app.status.steps > 2 &&
                          app.status.settings.algorithm == algorithm_ &&
                          (!algorithm_.starts_with("gpu") || !app.gpus.empty());
        if (!runs || panel_ == panels.size()) {
            return;
        }
        if (frames_++ == 0) {
            ImGui::SetWindowFocus(panels[panel_]);
        } else if (frames_ == still) {
            look_at(panels[panel_]);
            frames_ = 0;
            if (++panel_ == panels.size()) {
                app.requests.add(Quit{});
            }
        }
    }

    void look_at(const std::string& panel) const {
        const Extent size = surface_->framebuffer_size();
        write_png(pictures_ /
                      (algorithm_ + "-" + std::to_string(size.height) + "-" + panel + ".png"),
                  read_pixels(surface_->gl_framebuffer(), size));
        const ImGuiWindow* const window = ImGui::FindWindowByName(panel.c_str());
        ASSERT_NE(window, nullptr) << panel;
        EXPECT_TRUE(window->Active && !window->Hidden) << panel;
        EXPECT_LE(window->ContentSize.x, window->ContentRegionRect.GetWidth() + 1) << panel;
        const ImGuiWindow* const details = window_that_begins("Algorithms/chosen");
        if (panel == "Algorithms" && details != nullptr) {
            EXPECT_LE(details->ContentSize.x, details->ContentRegionRect.GetWidth() + 1);
            EXPECT_GT(details->ContentSize.y, 40);
        }
    }

    std::filesystem::path pictures_;
    DrivenMemoryWindow* surface_ = nullptr;
    std::string algorithm_;
    std::size_t panel_ = 0;
    int frames_ = 0;
};

TEST_F(PanelPictures, ShowEachPanel) {
    open_each("cpu.simd_threads", {1280, 720});
}

TEST_F(PanelPictures, ShowEachPanelOfAGpuMachine) {
    if (const std::string reason = gpu_unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    unsetenv("LIBGL_ALWAYS_SOFTWARE"); // as a user of that machine sees it
    for (const char* const algorithm : {"gpu.fmm", "gpu.tree", "gpu.symmetric"}) {
        for (const Extent size : {Extent{1280, 720}, Extent{1920, 1080}}) {
            open_each(algorithm, size);
        }
    }
}

} // namespace
} // namespace orrery
