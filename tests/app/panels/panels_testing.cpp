#include "tests/app/panels/panels_testing.hpp"
#include "app/panels/theme.hpp"

#include "app/panels/panels.hpp"
#include "app/state/default_actions.hpp"

#include <implot.h>

#include <algorithm>

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

void add_shared_step(History& history, double at, const std::vector<int>& devices,
                     double milliseconds) {
    StepReport step;
    step.finished = Clock::time_point{} +
                    std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(at));
    step.time = at;
    step.algorithm = "cpu.simd_threads"; // in every build
    step.timings.add("forces", milliseconds);
    step.timings.total_milliseconds = milliseconds;
    step.timings.interactions = 1e9;
    for (std::size_t member = 0; member < devices.size(); ++member) {
        const double late = 0.02 * milliseconds * static_cast<double>(member % 3);
        const double sent = 0.15 * milliseconds + late;
        const double laid_out = 0.2 * milliseconds + late;
        const double done = milliseconds - (member == 0 ? 0 : late);
        step.timings.device_spans.push_back({member, devices[member], "exchange", late, sent});
        step.timings.device_spans.push_back({member, devices[member], "layout", sent, laid_out});
        step.timings.device_spans.push_back({member, devices[member], "forces", laid_out, done});
    }
    history.add_steps({step}, {}, Clock::time_point{});
}

LessonRates measured_lessons() {
    LessonRates rates;
    for (const char* const axis : {"x", "y", "z"}) {
        rates.stencils.push_back({"cpu.plain", "Plain loop", axis, 3.1e9, 0.22});
        rates.stencils.push_back({"gpu.pencil32", "Pencils of 32", axis, 3.85e12, 0.93});
    }
    std::ranges::stable_sort(rates.stencils, {}, &LessonRate::variant);
    rates.transposes = {{"cpu.naive", "Naive", "", 1.2e9, 0.08},
                        {"gpu.no_conflicts", "No bank conflicts", "", 3.9e12, 0.951}};
    return rates;
}

MachinePeaks measured_machine() {
    MachinePeaks peaks;
    peaks.cpu.name = "A processor of many cores with a name that is longer than most";
    peaks.cpu.rates = {{"AVX-512", 2.34e12, 1.23e12, 4.56e11}, {"baseline", 9.99e11, 4e11, 1e11}};
    for (const Access access : all_accesses) {
        const double slower = access == Access::columns ? 16 : 1;
        for (const int width : {4, 8, 16, 64}) {
            for (int threads = 1; threads <= 128; threads *= 2) {
                peaks.cpu.bandwidth.push_back(
                    {access, width, threads, 1, 4.5e9 * threads / slower});
            }
        }
    }
    ProcessorPeaks gpu;
    gpu.name = "NVIDIA H200";
    gpu.rates = {{"sm_90", 6.11e13, 3.05e13, 4.17e12}};
    for (const Access access : all_accesses) {
        const double slower = access == Access::columns ? 8 : 1;
        for (const int width : {4, 8, 16}) {
            for (const int blocks : {1, 8, 32, 132, 264, 528, 1056, 2112, 4224}) {
                for (int threads = 16; threads <= 1024; threads *= 2) {
                    const double rate = 1e7 * width * threads * blocks;
                    gpu.bandwidth.push_back(
                        {access, width, threads, blocks, std::min(rate, 4.2e12) / slower});
                }
            }
        }
    }
    peaks.gpus = {gpu, gpu};
    peaks.gpus[1].index = 1;
    for (const HostMemory memory : {HostMemory::pinned, HostMemory::pageable}) {
        for (const Direction direction : {Direction::to_gpu, Direction::from_gpu}) {
            peaks.links.push_back({0, memory, direction, 4, 12.3});
            peaks.links.push_back({0, memory, direction, 1 << 26, 1234.5});
        }
    }
    peaks.peers = {{0, 1, true, 1 << 26, 234.5}, {1, 0, false, 1 << 26, 2345.6}};
    return peaks;
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
    app.status.suggested.time_step = 0.01;
    app.status.suggested.softening = 0.1;
    app.status.verified = VerifiedForces{{1000, 1.23e-7, 4.56e-7, 7.89e-7}, app.settings};
    app.settings.time_step = 0.02; // with its button to give it back
    app.settings.adaptive_step = true;
    app.view.automatic_range = false;
    app.peaks = measured_machine();
    app.get<LessonRates>() = measured_lessons();
    for (const SolverEntry& solver : solvers()) {
        add_steps(app.history, solver.info.id, 1, 9, 1.27, 1.94e12);
    }
    app.history.advance(app.now, true);
    for (int i = 0; i < 300; ++i) {
        app.history.add_frame({10.0 * i / 300, 33, 12.3, 14.5, 6.7});
    }
}

} // namespace orrery
