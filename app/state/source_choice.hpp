#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <string>

namespace orrery {

// Bodies that the window offers.
inline constexpr std::size_t min_bodies = 2, max_shown_bodies = 4'194'304;

// What to go on with where another algorithm failed: present in every build, fast, and without a
// trick that could fail.
inline constexpr const char* fallback_algorithm = "cpu.simd_threads";

// Another scene or file. Time step and softening are again what suits it; of a file all bodies are
// taken, of a scene as many as before.
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

// The id of the algorithm `steps` further in the list, around its end, of those that run on this
// machine and can do what `settings` ask: its precision, its integrator's jerk.
std::string neighbouring_algorithm(const Settings& settings, int steps);

} // namespace orrery
