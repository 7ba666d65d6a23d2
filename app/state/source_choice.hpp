#pragma once

#include "app/numbers.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace orrery {

struct AppState;
struct Look;

// Bodies that the window offers.
inline constexpr std::size_t min_bodies = 2, max_shown_bodies = 4'194'304;

// What to go on with where another algorithm failed: present in every build, fast, and without a
// trick that could fail.
inline constexpr const char* fallback_algorithm = "cpu.simd_threads";

// Steps a second that suit a scene or file.
double pace_of_source(const std::string& source);

// The pace once this is chosen: its own, unless the scene before had another one than its own.
double pace_after(const Settings& before, const std::string& source);

// Another scene or file. Time step and softening are again what suits it; of a file all bodies are
// taken, of a scene as many as before. An algorithm or integrator that cannot follow a scene in an
// expanding box gives way to one that can.
void choose_source(Settings& settings, const std::string& source);

// Whether `source` is a scene's id; otherwise it is a file's path.
bool is_scene(const std::string& source);

// Whether the number of bodies is the user's to choose.
bool has_free_count(const std::string& source);

// The id of the scene `steps` further in the list, around its end; from a file, the first or last.
std::string neighbouring_scene(const std::string& source, int steps);

// Why the algorithm cannot compute what `settings` ask of it, or not on this machine; empty if it
// can.
std::string why_not(const SolverEntry& algorithm, const Settings& settings);
// The same of the window's settings, which may name a file in whose space not every one computes.
std::string why_not(const SolverEntry& algorithm, const AppState& app);

// The id of the algorithm `steps` further in the list, around its end, of those that run on this
// machine and can do what `settings` ask: its precision, its integrator's jerk.
std::string neighbouring_algorithm(const Settings& settings, int steps);
std::string neighbouring_algorithm(const AppState& app, int steps);

// Between which values a setting means something; what lies beyond computes nonsense, however
// legal.
struct Limits {
    double low = 0, high = 0;
    const char* reason = ""; // "in longer steps bodies jump past each other"
};

// Of the system that is loaded: a thousand times shorter, or longer, than suits it.
Limits time_step_limits(const SimulationStatus& status);
Limits softening_limits(const SimulationStatus& status);

// Throws bad_input that says the limits and the reason, with numbers as `spoken` writes them.
void check_within(const Limits& limits, double value, std::string_view name,
                  std::string (*spoken)(double) = briefly);

// Reads a number that is to be within them: what add_value() is given.
std::function<double(const std::string& words)> number_within(const Limits& limits,
                                                              const char* name);
// Of a body.
inline constexpr Limits mass_limits{0, 1e30, "a mass cannot be negative"};

// The look that shows what a scene is about: colours, sizes, exposure, paths. What belongs to the
// room and the user, such as panels, theme and names, stays; of a file, and where looks do not come
// with scenes, all does.
void take_scene_look(Look& look, std::string_view source);

// That look, and whether the camera stays with what happens there.
void show_scene(AppState& app, std::string_view source);

// Another scene or file, as choose_source has it, with the look that it brings.
void choose_scene(AppState& app, const std::string& source);

} // namespace orrery
