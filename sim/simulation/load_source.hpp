#pragma once

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/snapshot.hpp"
#include "sim/system.hpp"

#include <string>

namespace orrery {

// The system that settings.source names: a scene's id, or else a file's path. settings.bodies is
// the number taken from a file's beginning, or made of a scene. Throws bad_input for a name that is
// neither. "-" is standard input. settings.gravity and units win over what the source says. With it
// comes what else the file says; a scene has neither settings nor a mark. Many ranks have each its
// share, where it can be read by itself (read_snapshot_file), or else the whole. Collective.
SnapshotFile load_source_file(const Settings& settings, Communicator& ranks = one_process());
inline System load_source(const Settings& settings) {
    return load_source_file(settings).system;
}

// Whether load_source_file gives each rank its share, which every rank has at hand: of a scene, or
// of a whole session. Collective.
bool has_shares(const Settings& settings, Communicator& ranks);

// What single precision changes of the forces among a file's bodies; none of a scene's, where it
// does not matter.
ForceError rounding_of_source(const System& system, const Settings& settings, Workers& workers);

// Whether both name the same system, however they compute it.
inline bool same_system(const Settings& a, const Settings& b) {
    return a.source == b.source && a.bodies == b.bodies && a.sample == b.sample && a.seed == b.seed;
}

// For programs that have bodies of their own, or a simulation whose bodies stay. Throw bad_input:
// unless numbers are finite, masses and what else has to be are not negative, and the step is
// positive;
void require_sound(const System& system);
// if `asked` names another system than bodies given to it, which gets its units and G;
System given_system(const System& bodies, const Settings& asked);
// or if the setting `name`, which has changed, belongs to bodies that are loaded.
void require_same_bodies(const Settings& before, const Settings& now, const std::string& name);

} // namespace orrery
