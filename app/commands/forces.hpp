#pragma once

#include "app/commands/chosen_system.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <vector>

namespace orrery {

// What an algorithm makes of a system, in the order of its bodies.
struct Forces {
    std::vector<Vector3> acceleration;
    std::vector<double> potential; // empty where the algorithm gives none
    StepTimings timings;
};

// What `settings` ask of `system`: algorithm and force parameters. Throws bad_input as
// Simulation::load does.
CheckedSettings checked(const Settings& settings, const System& system);

// One evaluation by settings.algorithm in settings.precision; nullopt when stopped.
std::optional<Forces> compute_forces(const System& system, const Settings& settings,
                                     Workers& workers, std::stop_token stop);

// Says so where rounding the bodies to single precision costs more than the algorithm: of an error
// that was measured; or of a file's bodies, measured on a few of them.
void tell_rounding(const ForceError& rounding, const Settings& settings, const Console& console);
void tell_rounding(const ChosenSystem& from, const Console& console);

// Writes the forces on every body, as write_result does: id,ax,ay,az,potential, or the datasets
// /id, /acceleration (N x 3) and /potential.
void write_forces(const std::filesystem::path& file, const Forces& forces, const System& system);

// Forces somebody else computed, of some or all bodies of a system.
struct ReferenceFile {
    std::vector<std::size_t> body; // index in file order
    std::vector<Vector3> acceleration;
};

// Reads `index,ax,ay,az,potential`, where index counts the bodies from 0, or what write_forces
// writes: `id,...`. Throws bad_input, naming file and line, for anything else and for bodies that
// the system does not have.
ReferenceFile read_reference(const std::filesystem::path& file, std::size_t body_count,
                             const Catalogue& catalogue);

} // namespace orrery
