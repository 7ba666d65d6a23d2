#pragma once

#include "app/commands/command.hpp"
#include "app/commands/results.hpp"
#include "sim/communicator.hpp"
#include "sim/simulation/simulation.hpp"

#include <string>

namespace orrery {

// Throws bad_input on all ranks where they were not started with the same program and words; of the
// first that differs. Collective.
void require_same(Communicator& ranks, const std::string& program, const std::string& words);

// The threads of a rank that has not been told: those that it may run on, shared with the others on
// this machine; 0, as many as there are, where it is alone.
int threads_of_rank(const Console& console);

// What a report says of the ranks of a simulation: bodies, work, traffic and memory of each, and
// the imbalance. Collective.
Json ranks_json(const Simulation& simulation);
// A line of that; nothing of one rank.
std::string ranks_text(const Json& ranks);

} // namespace orrery
