#pragma once

#include "sim/bodies.hpp"
#include "sim/sharing.hpp"
#include "sim/solver_options.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace orrery {

// What ranks whose bodies are in the memory of GPUs give MPI: that memory, or copies in the host's.
enum class MpiMemory { automatic, device, host };

// Everything about a simulation that the panels, the command line or a saved session can set.
// A plain value: two of them can be compared, stored as TOML, sent to another thread.
struct Settings {
    std::string source = "galaxy_collision"; // a scene's id, or a file's path
    std::size_t bodies = 0;                  // 0: the scene's standard, or all of the file
    std::size_t sample = 1; // of a file: one body in `sample`, with `sample` times its mass
    std::uint64_t seed = 1;
    std::optional<double> gravity; // G in the source's units; unset: what it says itself
    std::string units;             // "AU,day,Msun": what they are called; empty: as the source says

    std::string algorithm = "cpu.simd_threads";
    std::map<std::string, OptionValues> solver_options; // by algorithm id
    std::string integrator = "leapfrog";
    Precision precision = Precision::fp32;
    Sharing sharing = Sharing::none; // of GPUs; algorithms that cannot be shared pass it over

    // Unset: what the source suggests. Set, it is the step itself; beside adaptive_step = true the
    // largest one.
    std::optional<double> time_step;
    // The step follows the bodies: Simulation::time_step. Unset: as the source suggests, but not
    // where time_step is set.
    std::optional<bool> adaptive_step;
    std::optional<double> step_accuracy; // unset: the source's, or usual_step_accuracy()
    std::optional<double> softening;     // unset: what the source suggests
    int threads = 0;                     // 0: one per core
    std::string devices =
        "all"; // GPUs, as CUDA counts: "0", "1,0", "0,0"; the first has the bodies
    MpiMemory mpi_memory = MpiMemory::automatic;
    double steps_per_second = 60; // at most, in the window; 0: as fast as they come

    bool running = true;
    bool reversed = false; // steps go back in time
    bool measure_energy = true;
    bool count_interactions = false; // of each body, to colour it; no session keeps it

    bool operator==(const Settings&) const = default;
};

} // namespace orrery
