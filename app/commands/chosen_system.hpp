#pragma once

#include "app/commands/chosen_settings.hpp"
#include "sim/system.hpp"

namespace orrery {

// Bodies and the settings that they are computed with.
struct ChosenSystem {
    ChosenSettings chosen;
    System system;
    std::optional<FileMark> mark; // of a file
};

// Chooses settings and reads or makes the bodies; a file is read once. A session's own settings are
// taken, unless there are `saved` ones. Tells what was taken from where. Throws bad_input where a
// file has fewer bodies than asked for, failure where memory cannot hold them.
ChosenSystem choose_system(const SystemArguments& arguments, const Console& console,
                           const std::optional<SavedSettings>& saved = {});

// The system that `settings` name. Throws failure beforehand when this machine's memory cannot hold
// the bodies of a scene, and bad_input for more bodies than a file has.
SnapshotFile load_system(const Settings& settings);

// Remarks on what the file left out, and on what of it could not be kept.
void tell_remarks(const System& system, const Settings& settings, const Console& console);

// The first settings.bodies of a file's bodies; 0: all of them. Throws bad_input where there are
// not so many.
System first_bodies(const System& file, const Settings& settings);

} // namespace orrery
