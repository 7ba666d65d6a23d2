#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/window/source_choice.hpp"
#include "sim/error.hpp"
#include "sim/scene.hpp"

#include <imgui.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace orrery {
namespace {

std::string source_title(const std::string& source) {
    if (is_scene(source)) {
        return find_scene(source).title;
    }
    return std::filesystem::path(source).filename().string();
}

void scene_row(AppState& app) {
    row("Scene", "What is simulated: a scene of its own making, or a file");
    if (!ImGui::BeginCombo("##scene", source_title(app.settings.source).c_str(),
                           ImGuiComboFlags_HeightLarge)) {
        return;
    }
    if (ImGui::Selectable("Open a file …")) {
        app.actions.run("file.open");
    }
    ImGui::Separator();
    for (const Scene& scene : scenes()) {
        if (ImGui::Selectable(scene.title, app.settings.source == scene.id)) {
            choose_source(app.settings, scene.id);
        }
        tip(std::string(scene.idea) + "\n" + scene.source);
    }
    ImGui::EndCombo();
}

void transport_row(const AppState& app) {
    const char* const play = app.settings.running ? "Pause" : "Play";
    app.actions.button("simulation.step_back", "|<");
    ImGui::SameLine();
    if (app.settings.running) {
        app.actions.button("simulation.pause", play);
    } else {
        ImGui::PushStyleColor(ImGuiCol_Text, accent_colour());
        app.actions.button("simulation.pause", play);
        ImGui::PopStyleColor();
    }
    ImGui::SameLine();
    app.actions.button("simulation.step", ">|");
    ImGui::SameLine();
    app.actions.button("simulation.reverse", app.settings.reversed ? "Forwards" : "Backwards");
    ImGui::SameLine();
    app.actions.button("simulation.reset", "Reset");
}

// A slider for the hand and a field for exact numbers: "64k", "1M".
void bodies_rows(AppState& app) {
    const bool free = has_free_count(app.settings.source);
    const DisabledBecause disabled(free ? "" : "fixed");
    const std::size_t shown = app.settings.bodies != 0 ? app.settings.bodies : app.status.count;

    row("Bodies", free ? "Slide, or type: 64k is 65,536 and 1M is 1,048,576"
                       : "This system always has all of its bodies");
    double exponent = std::log2(std::max<double>(2, static_cast<double>(shown)));
    const double low = std::log2(static_cast<double>(fewest_bodies));
    const double high = std::log2(static_cast<double>(most_bodies));
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - scaled(86));
    ImGui::SliderScalar("##bodies", ImGuiDataType_Double, &exponent, &low, &high, "",
                        ImGuiSliderFlags_NoInput);
    // A new scene for every pixel of the way would be too much: the slider acts when let go.
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        app.settings.bodies =
            std::clamp(static_cast<std::size_t>(std::llround(std::exp2(exponent))), fewest_bodies,
                       most_bodies);
    }
    const bool sliding = ImGui::IsItemActive();
    std::string text = with_thousands(
        sliding ? static_cast<std::size_t>(std::llround(std::exp2(exponent))) : shown);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(-1);
    ImGui::PushFont(number_font(), 0);
    const bool typed = ImGui::InputText(
        "##typed", &text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopFont();
    if (!typed) {
        return;
    }
    try {
        std::erase(text, ',');
        app.settings.bodies = std::clamp(parse_count(text, "bodies"), fewest_bodies, most_bodies);
    } catch (const Error& error) {
        app.say(error.what(), true);
    }
}

void integrator_row(AppState& app) {
    const bool has_jerk = find_solver(app.settings.algorithm).info.has_jerk;
    const Integrator& chosen = find_integrator(app.settings.integrator);
    row("Integrator", chosen.idea);
    if (!ImGui::BeginCombo("##integrator", chosen.title)) {
        return;
    }
    for (const Integrator& integrator : integrators()) {
        const std::string reason =
            integrator.needs_jerk && !has_jerk
                ? "It needs the jerk, which " + app.settings.algorithm + " does not compute"
                : "";
        {
            const DisabledBecause disabled(reason);
            if (ImGui::Selectable(integrator.title, &integrator == &chosen)) {
                app.settings.integrator = integrator.id;
            }
        }
        tip(reason.empty() ? std::string(integrator.idea) + "\n" + integrator.source : reason);
    }
    ImGui::EndCombo();
}

// A number that follows the system until the user sets it; the button gives it back.
void natural_row(const char* name, const char* tooltip, const char* id,
                 std::optional<double>& setting, double in_force, double low, double high) {
    row(name, tooltip);
    ImGui::PushID(id);
    double value = setting.value_or(in_force);
    const float button = setting ? scaled(62) : 0;
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button);
    if (logarithmic_slider("##value", value, low, high, "%.3g")) {
        setting = value;
    }
    tip("Ctrl+click to type a number");
    if (setting) {
        ImGui::SameLine();
        if (ImGui::Button("auto", {-1, 0})) {
            setting.reset();
        }
        tip("Take what suits the system");
    }
    ImGui::PopID();
}

void step_rows(AppState& app) {
    const double natural = std::max(app.status.time_step, 1e-12);
    natural_row("Time step", "Simulated time of one step", "dt", app.settings.time_step, natural,
                natural * 1e-3, natural * 1e3);
    const double softening = app.status.softening;
    natural_row("Softening", "Below this distance gravity weakens; 0 is Newton's law", "softening",
                app.settings.softening, softening, softening > 0 ? 0.0 : 0.0,
                softening > 0 ? softening * 100 : 1.0);

    row("Adaptive", "Shortens the step when a body accelerates strongly");
    ImGui::Checkbox("##adaptive", &app.settings.adaptive_step);
    if (app.settings.adaptive_step) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(-1);
        logarithmic_slider("##accuracy", app.settings.step_accuracy, 0.001, 1, "accuracy %.3g");
    }
    row("Pace", "Steps per second at most; at the right end as fast as they come");
    constexpr double as_fast_as_it_goes = 1000;
    double pace =
        app.settings.steps_per_second > 0 ? app.settings.steps_per_second : as_fast_as_it_goes;
    if (logarithmic_slider("##pace", pace, 1, as_fast_as_it_goes,
                           app.settings.steps_per_second > 0 ? "%.0f steps/s" : "unlimited")) {
        app.settings.steps_per_second = pace >= 0.99 * as_fast_as_it_goes ? 0 : pace;
    }
}

void precision_row(AppState& app) {
    const bool has_double = find_solver(app.settings.algorithm).info.has_double;
    row("Precision", "Numbers of 32 bits are fast; 64 bits are exact to 16 digits");
    if (ImGui::RadioButton("float", app.settings.precision == Precision::fp32)) {
        app.settings.precision = Precision::fp32;
    }
    ImGui::SameLine();
    const DisabledBecause disabled(has_double ? "" : "single precision only");
    if (ImGui::RadioButton("double", app.settings.precision == Precision::fp64)) {
        app.settings.precision = Precision::fp64;
    }
}

void seed_row(AppState& app) {
    row("Seed", "Another number gives other bodies of the same scene");
    const DisabledBecause disabled(is_scene(app.settings.source) ? "" : "a file has no seed");
    ImGui::PushFont(number_font(), 0);
    constexpr std::uint64_t one = 1;
    std::uint64_t seed = app.settings.seed;
    ImGui::InputScalar("##seed", ImGuiDataType_U64, &seed, &one);
    if (ImGui::IsItemDeactivatedAfterEdit()) {
        app.settings.seed = seed;
    }
    ImGui::PopFont();
}

} // namespace

void simulation_panel(AppState& app) {
    if (begin_panel("Simulation")) {
        transport_row(app);
        scene_row(app);
        bodies_rows(app);
        integrator_row(app);
        step_rows(app);
        precision_row(app);
        seed_row(app);
        row("Threads", "CPU threads that compute; 0 is one per core");
        ImGui::PushFont(number_font(), 0);
        ImGui::SliderInt("##threads", &app.settings.threads, 0, 64,
                         app.settings.threads == 0 ? "all cores" : "%d");
        ImGui::PopFont();
    }
    ImGui::End();
}

} // namespace orrery
