#pragma once

#include "sim/simulation/settings.hpp"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// How long a step takes with an algorithm.
struct AlgorithmSpeed {
    std::string algorithm;
    double step_milliseconds = 0;
    // Whether the processor was free for it; else it says something of the other programs, too.
    bool undisturbed = true;
};

// How many bodies an algorithm steps in a frame's time; more than these are not tried.
inline constexpr std::size_t max_smooth = 262'144;
struct SmoothCount {
    std::size_t bodies = 0;
    bool undisturbed = true;
};

class Simulation;

// Steps are measured until they have taken so long together: `least` of them, unless these take
// four times as long, and `most` at most.
struct StepBudget {
    double milliseconds = 100;
    int least = 1, most = 5;
};

// Milliseconds. The shortest step is what the machine can do when nothing comes in between; while
// an algorithm of one thread waits for a processor, its time stands still.
struct MeasuredStep {
    double shortest = 0, median = 0;
    bool undisturbed = true; // the shortest one: its thread had a processor when it asked for one
};

// The time of a step of the simulation here; it advances by the steps measured. nullopt: stopped.
std::optional<MeasuredStep> measured_step(Simulation& simulation, const StepBudget& budget,
                                          const std::stop_token& stop);

// Fewer bodies are for direct sums, which are exact and fluid with them on every machine.
inline constexpr std::size_t min_for_trees = 8192;

// Candidates for the fastest way to do what `settings` ask with `bodies` bodies (0: not known,
// many), the likeliest first. Always a direct sum; with many bodies, in single precision, also
// methods that take far bodies together, if their promise is small enough for a default. With
// `options`, only algorithms that have them all, if there are such. Of a scene in a periodic box,
// those that can compute in one, with few bodies and in double precision, too: there a direct sum
// is one over images.
std::vector<std::string> promising_algorithms(const Settings& settings, std::size_t bodies,
                                              const std::vector<std::string>& options = {});

// The likeliest to be fast on the processor, whatever GPUs there are.
std::string promising_on_host(const Settings& settings, std::size_t bodies);

// The time of a step of `settings` here with `bodies` bodies of their scene (for a file: of a
// Plummer sphere): measured with as many as take some milliseconds, and reckoned from there: a
// direct sum of N bodies costs N^2, everything else N log N. Takes some tenths of a second; where
// the driver has to compile a GPU's kernels first, half a minute, which does not count. nullopt:
// stopped. Throws Error where it cannot be done.
std::optional<AlgorithmSpeed> measure_step(const Settings& settings, std::size_t bodies,
                                           const std::stop_token& stop);

// The `algorithms` that can do it here, the fastest first; empty: stopped.
std::vector<AlgorithmSpeed> compare_algorithms(const Settings& settings,
                                               const std::vector<std::string>& algorithms,
                                               std::size_t bodies, const std::stop_token& stop);

// The time of a step with `to` bodies, from one measured with `from`.
double scaled_step(const AlgorithmSpeed& measured, std::size_t from, std::size_t to);

// With how many bodies of their scene `settings` step in a frame's time here: more and more are
// timed, for half a second at most, without what compiling takes. A multiple of 1,024, which is
// also the least.
SmoothCount find_smooth_count(const Settings& settings, const std::stop_token& stop);

} // namespace orrery
