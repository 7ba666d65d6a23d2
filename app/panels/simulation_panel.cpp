#include "app/panels/controls.hpp"
#include "app/panels/number_control.hpp"
#include "app/panels/panels.hpp"
#include "app/state/body_units.hpp"
#include "app/state/scene_space.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/properties.hpp"

#include <cmath>
#include <thread>

namespace orrery {
namespace {

void scene_row(AppState& app) {
    row("Scene", "What is simulated: a built-in scene or a file");
    if (!ImGui::BeginCombo("##scene", source_title(app.settings.source).c_str(),
                           ImGuiComboFlags_HeightLarge)) {
        return;
    }
    if (ImGui::Selectable(tr_id("Open a file …").c_str())) {
        app.actions.run("file.open");
    }
    ImGui::Separator();
    for (const Scene& scene : scenes()) {
        if (menu_line({scene.title, app.settings.source == scene.id,
                       std::string(tr(scene.idea)) + "\n" + scene.source})) {
            choose_scene(app, scene.id);
        }
    }
    ImGui::EndCombo();
}

void transport_row(const AppState& app) {
    transport_buttons(app, scaled(16));
    if (app.status.loaded && !app.status.loading) {
        ImGui::SameLine(0, scaled(16));
        ImGui::AlignTextToFramePadding();
        const char* const state = app.settings.reversed ? tr("running backwards") : tr("running");
        small_text(app.settings.running ? quiet_colour() : accent_colour(),
                   app.settings.running ? state : tr("paused"));
    }
}

void bodies_row(AppState& app) {
    const char* const fixed = has_free_count(app.settings.source)
                                  ? ""
                                  : tr_noop("This system has a fixed number of bodies");
    row("Bodies", "Drag or type: 64k is 65,536 and 1M is 1,048,576");
    const std::size_t shown =
        app.settings.bodies != 0 ? app.settings.bodies : app.status.all_bodies();
    auto count = static_cast<double>(shown);
    // A new scene for every pixel of the way would be too much.
    const PropertyFacts::Slider& slider = find_property("bodies")->slider;
    const NumberRange range{.low = slider.low,
                            .high = slider.high,
                            .logarithmic = slider.logarithmic,
                            .whole = true,
                            .noun = "bodies",
                            .when_let_go = true,
                            .count = true};
    unless(tr(fixed), [&] {
        if (number_control(app, "bodies", count, range)) {
            app.settings.bodies = static_cast<std::size_t>(count);
        }
    });
}

void integrator_row(AppState& app) {
    const bool has_jerk =
        find_solver(app.settings.algorithm).info_with(app.settings.sharing).has_jerk;
    const Integrator& chosen = find_integrator(app.settings.integrator);
    row("Integrator", chosen.idea);
    const bool expands = app.get<SceneSpace>().cosmology.has_value();
    const auto why_not = [&](const Integrator& one) -> std::string {
        if (one.needs_jerk && !has_jerk) {
            return tr_format("It needs the jerk, which {} does not compute",
                             app.settings.algorithm);
        }
        return expands ? one.follows_expansion ? "" : tr("It does not follow expanding space")
               : one.needs_expansion ? tr("Space does not expand here")
                                     : "";
    };
    const auto line_of = [&](const Integrator& one) -> MenuLine {
        return {one.title, &one == &chosen, std::string(tr(one.idea)) + "\n" + one.source,
                why_not(one)};
    };
    if (const auto* taken = drop_down("##integrator", tr(chosen.title), integrators(), line_of)) {
        app.settings.integrator = taken->id;
    }
}

// A number that follows the system until the user sets it; the button gives it back.
void default_row(AppState& app, const char* name, const char* tooltip, const char* noun,
                 std::optional<double>& setting, double in_force, double suggested,
                 const Limits& limits) {
    row(name, tooltip);
    ImGui::PushID(name);
    double value = setting.value_or(in_force);
    const double scale = suggested > 0 ? suggested : 0.01;
    const float button = setting ? ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.x : 0;
    if (number_control(app, "value", value,
                       {.low = 1e-3 * scale,
                        .high = 1e3 * scale,
                        .logarithmic = true,
                        .nought_at_left = limits.low == 0,
                        .beyond = limits,
                        .noun = noun,
                        .usual = suggested},
                       button)) {
        setting = value;
    }
    if (setting) {
        ImGui::SameLine();
        if (plain_icon_button("natural", Icon::reset, quiet_colour())) {
            setting.reset();
        }
        tip("Use the value that suits the system");
    }
    ImGui::PopID();
}

void step_rows(AppState& app) {
    const SimulationStatus& status = app.status;
    default_row(app, "Time step", "Simulated time of one step; type 0.01 or 1/64", "time step",
                app.settings.time_step, status.time_step, status.suggested.time_step,
                time_step_limits(status));
    default_row(app, "Softening", "Below this distance gravity weakens; 0 is Newton's law",
                "softening", app.settings.softening, status.softening, status.suggested.softening,
                softening_limits(status));

    row("Adaptive", "Shortens the step when a body accelerates strongly; the time step is then the "
                    "largest one. A smaller number is more accurate");
    const double in_force = app.status.step_accuracy; // 0: the step is fixed
    bool adaptive = app.settings.adaptive_step.value_or(in_force > 0);
    if (toggle("##adaptive", adaptive)) {
        app.settings.adaptive_step = adaptive;
    }
    if (!adaptive) {
        return;
    }
    ImGui::SameLine();
    const double usual = usual_step_accuracy(app.status.softening);
    double accuracy = app.settings.step_accuracy.value_or(in_force > 0 ? in_force : usual);
    if (number_control(app, "accuracy", accuracy,
                       {.low = 0.001, .high = 1, .logarithmic = true, .usual = usual})) {
        app.settings.step_accuracy = accuracy;
    }
}

void pace_row(AppState& app) {
    row("Pace", "Maximum steps per second; no limit at the right end");
    const double fastest = find_property("pace")->slider.high;
    double& setting = app.settings.steps_per_second;
    double pace = setting > 0 ? setting : fastest;
    if (number_control(app, "pace", pace,
                       {.low = 1,
                        .high = fastest,
                        .logarithmic = true,
                        .whole = true,
                        .usual = pace_of_source(app.settings.source),
                        .unit = " /s",
                        .high_words = tr_noop("no limit")})) {
        setting = pace >= fastest ? 0 : pace;
    }
}

void precision_row(AppState& app) {
    row("Precision", "Single precision is fast (7 digits), double has 16 digits");
    const SolverInfo& info = find_solver(app.settings.algorithm).info;
    const std::array<std::string, 2> names{"fp32", "fp64"};
    const std::array<std::string, 2> reasons{
        "", info.has_double ? "" : tr_format("{} computes in single precision only", info.id)};
    auto chosen = static_cast<std::size_t>(app.settings.precision);
    if (segments("precision", names, chosen, reasons)) {
        app.settings.precision = static_cast<Precision>(chosen);
    }
}

void seed_row(AppState& app) {
    row("Seed", "Another seed draws other bodies for the same scene");
    constexpr std::uint64_t one = 1;
    std::uint64_t seed = app.settings.seed;
    unless(is_scene(app.settings.source) ? "" : "a file has no seed", [&] {
        const FontScope scope(number_font());
        // Typing makes no scene for every digit; the buttons do at once.
        const bool changed = ImGui::InputScalar("##seed", ImGuiDataType_U64, &seed, &one);
        if ((changed && !ImGui::GetIO().WantTextInput) || ImGui::IsItemDeactivatedAfterEdit()) {
            app.settings.seed = seed;
        }
    });
}

void fact_row(const char* name, const char* tooltip, const std::string& words) {
    if (!words.empty()) {
        row(name, tooltip);
        small_paragraph(text_colour(), words);
    }
}

// What the file of a cosmological run says of it.
void header_rows(const AppState& app) {
    if (!app.catalogue.header) {
        return;
    }
    const SnapshotWords words = snapshot_words(*app.catalogue.header, app.units);
    fact_row("Box",
             "The box of the file's run, comoving. It does not confine bodies here, and is saved "
             "with them",
             words.box);
    fact_row("Cosmology",
             "The cosmology of the run that the file is from; it is saved with the bodies",
             words.cosmology);
    fact_row("Redshift", "The redshift at which the file was written", words.moment);
}

void threads_row(AppState& app) {
    row("Threads", "Number of CPU threads; one per core at the left end");
    double threads = app.settings.threads;
    const double cores = std::thread::hardware_concurrency();
    if (number_control(app, "threads", threads,
                       {.low = 0,
                        .high = std::max(2.0, cores),
                        .whole = true,
                        .low_words = tr_noop("all cores")})) {
        app.settings.threads = static_cast<int>(std::lround(threads));
    }
}

} // namespace

void simulation_panel(AppState& app) {
    if (begin_panel("Simulation")) {
        transport_row(app);
        scene_row(app);
        bodies_row(app);
        header_rows(app);
        seed_row(app);
        integrator_row(app);
        step_rows(app);
        pace_row(app);
        precision_row(app);
        threads_row(app);
    }
    ImGui::End();
}

} // namespace orrery
