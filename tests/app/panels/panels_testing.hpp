#pragma once

#include "app/state/app_state.hpp"
#include "app/state/lesson_rates.hpp"

#include <imgui.h>

#include <functional>

namespace orrery {

// Dear ImGui with nothing to draw on: it lays out and takes input, and that can be looked at.
class ScreenlessImGui {
public:
    ScreenlessImGui(Extent size, float scale);
    ScreenlessImGui(const ScreenlessImGui&) = delete;
    ScreenlessImGui& operator=(const ScreenlessImGui&) = delete;
    ~ScreenlessImGui();

    // A frame of a sixtieth of a second.
    void frame(const std::function<void()>& content);
    // Frames in which the left button goes down and up at `place`.
    void click(ImVec2 place, const std::function<void()>& content);
    void type(const char* text, const std::function<void()>& content);
    void press(ImGuiKey key, const std::function<void()>& content);
};

// A state with numbers as wide as they get: millions of bodies, seconds a step.
class PanelsState {
public:
    PanelsState();
    AppState app;

private:
    SimulationThread simulation_; // idle
};

// Peaks as wide as they get: a processor and two GPUs, a full sweep of each.
MachinePeaks measured_machine();
LessonRates measured_lessons();

// Steps of `algorithm` in [from, to), `apart` seconds from each other.
void add_steps(History& history, const char* algorithm, double from, double to, double apart,
               double interactions_per_second);

// Adds a step at `at` that a group of GPUs shared, with a member on each of `devices`; the last was
// done after `milliseconds`.
void add_shared_step(History& history, double at, const std::vector<int>& devices,
                     double milliseconds);

} // namespace orrery
