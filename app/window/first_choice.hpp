#pragma once

#include "app/choice/machine_choice.hpp"
#include "app/job.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What the command line left to the window.
struct OpenChoice {
    std::vector<std::string> algorithms =
        {};              // of which the fastest is to be taken; empty: it was named
    bool bodies = false; // how many run smoothly
    ChoiceMemory memory = ChoiceMemory::not_used;
};

// Finds out what suits the machine, on a thread of its own: where it is not remembered from an
// earlier start, that takes up to a second. Cancelled by destruction.
class FirstChoice {
public:
    // `bodies`: how many there are, where that is not open.
    FirstChoice(const Settings& settings, const OpenChoice& open, std::size_t bodies);
    // Once, when it is found. No algorithm in it: it cannot be told, and what there is is as good
    // as anything.
    std::optional<MachineChoice> take_result() { return result_.poll(); }

private:
    Job<MachineChoice> result_;
};

} // namespace orrery
