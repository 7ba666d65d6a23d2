#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/snapshot.hpp"
#include "sim/system.hpp"

#include <filesystem>
#include <string>

namespace orrery {

class InputFile;

// Everything about a running simulation, to go on with later exactly where it was. session.cpp
// describes the file.
struct Session {
    System system; // as it is now; every bit of it is kept
    Settings settings;
    // How it looked, as the TOML table [look] of the window's own making; sim knows nothing of it.
    // Empty: there was no window.
    std::string look;
    FileMark mark = {}; // of the file that it was read from
};

// Throws bad_input, naming the file and the byte or line, for what is no whole session.
//
// settings.source then is the session file itself and settings.bodies 0, so that a reset comes back
// to the saved state.
Session read_session(const std::filesystem::path& file);
// The same without bodies and all that there is one of per body; the file is checked all the same.
Session read_session_without_bodies(const std::filesystem::path& file);
// The same with the settings as they were saved. Each of many ranks reads its share of the bodies
// (System::bodies_of_ranks), and an equal part of the file to check it. Collective.
Session read_session(const InputFile& file, Communicator& ranks);

// Replaces the file as a whole or not at all; throws failure. Of many ranks each gives its share;
// they write it together, the same bytes as one process would, or where not all of them can open
// the new file, the first one writes what they bring it, a share at a time. All throw alike.
// Collective.
void write_session(const std::filesystem::path& file, const Session& session,
                   Communicator& ranks = one_process());

// A session in memory, with the settings as they were saved, which may name an algorithm or an
// integrator that this program does not know.
Session parse_session(const FileContents& contents);
// Its system alone: readable also where the settings name an algorithm this program does not have.
System parse_session_system(const FileContents& contents);

// A session as a snapshot: its system alone; written with standard settings.
extern const SnapshotFormat session_format;

} // namespace orrery
