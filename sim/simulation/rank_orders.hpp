#pragma once

#include "sim/communicator.hpp"
#include "sim/simulation/settings.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace orrery {

// What all ranks do next with the simulation that they share, as the first one says.
struct RankOrder {
    enum class Kind : unsigned char {
        load,        // the first rank deals out bodies
        load_source, // that the settings name
        apply,       // settings
        evaluate,    // forces
        step,        // one
        conserved,   // energy, momentum …
        force_error, // against direct sums
        picture,     // bodies go to the first rank, to be shown
        work,        // the work of every rank
        snapshot,    // all bodies go to the first rank
        save,        // a session
        end,         // nothing more
    };

    Kind kind = Kind::end;
    Settings settings = {};  // of load, load_source, apply and save
    bool backwards = false;  // of a step
    bool measured = true;    // of a step: its energy
    std::size_t samples = 0; // of force_error
    std::uint64_t seed = 0;  // likewise
    std::string file = {};   // of save
};

// Collective: the first rank's order, told to all.
RankOrder told_order(Communicator& ranks, const RankOrder& own);

} // namespace orrery
