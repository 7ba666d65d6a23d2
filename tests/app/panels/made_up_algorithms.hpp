#pragma once

#include <string>

namespace orrery {

// Tests that link made_up_algorithms.cpp have the program's algorithms for the processor, and in
// place of those for GPUs as many that are made up: they can be shown and chosen on any machine,
// and compute nothing.

// Why none of those for GPUs can run here; "": all of them do but one, which needs a newer GPU.
void pretend_that_gpus(const std::string& cannot_compute_because);

// The algorithm that needs a newer GPU, and why it does not run.
inline constexpr const char* refused_algorithm = "gpu.refused";
inline constexpr const char* refused_because =
    "this GPU has compute capability 7.0, and 9.0 is needed";

} // namespace orrery
