#pragma once

#include "sim/machine_memory/machine_memory.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/settings.hpp"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// What is chosen to suit this machine.
struct MachineChoice {
    std::string algorithm = {};
    std::size_t bodies = 0;     // 0: nobody asked
    std::string words = {};     // what was chosen and why, for the user; "": there was no choice
    std::string complaint = {}; // why it cannot be remembered
};

// Whether measurements of earlier starts are used and new ones kept for later ones.
enum class ChoiceMemory { used, not_used };

// The fastest of `algorithms` for so many bodies. Measured where it is not remembered of as many,
// to the next power of two; the first of them, which is the likeliest, when that is stopped or
// disturbed by other programs.
MachineChoice choose_algorithm(const Settings& settings, const std::vector<std::string>& algorithms,
                               std::size_t bodies, ChoiceMemory memory,
                               const std::stop_token& stop);

// The one of `algorithms` that steps the most bodies of the settings' scene smoothly, and how many.
// Of two that step as many, the first; a direct sum where they are few.
MachineChoice choose_bodies(const Settings& settings, const std::vector<std::string>& algorithms,
                            ChoiceMemory memory, const std::stop_token& stop);

// The same settings with what needs no choice: an algorithm of the processor and, where their
// number is open, few bodies.
Settings settings_at_once(Settings settings, bool bodies_open);

// Keeps in `more` how many bodies were measured, and returns how many to take: where others used
// the machine meanwhile, the most that were found so far, so that one start is as the one before.
std::size_t keep_count(const SmoothCount& measured, const RememberedChoices& known,
                       const std::string& key, RememberedChoices& more);

// With the error of the forces that their scene wants, so that algorithms are compared at that.
// What makes the scene may throw; a file's error is known once it is read.
Settings with_wish_of_scene(Settings settings, const std::vector<std::string>& algorithms);

// Under which a measurement is remembered: all that a step's time depends on, the number of bodies
// to the next power of two.
std::string speeds_key(const Settings& settings, const std::vector<std::string>& algorithms,
                       std::size_t bodies);
// The same of the number of bodies that an algorithm steps smoothly.
std::string bodies_key(const Settings& settings, const std::string& algorithm);

} // namespace orrery
