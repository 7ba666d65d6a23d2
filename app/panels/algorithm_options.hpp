#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// What Settings::devices means where there are so many GPUs, as the panel offers it.
struct DeviceChoice {
    std::vector<int> gpus; // each once; the first has the bodies
    bool as_two = false;   // each counts as two members of the group

    bool operator==(const DeviceChoice&) const = default;
};

DeviceChoice device_choice(const std::string& devices, std::size_t count);
// The other way round.
std::string devices_setting(const DeviceChoice& choice, std::size_t count);

// The choice for a single GPU's algorithm: `gpu` has the bodies. The others that were chosen stay
// so for algorithms that use several; if it was none of them, it is now alone.
DeviceChoice with_bodies_on(DeviceChoice choice, int gpu);

// Lets the user choose how GPUs share the work of an algorithm; nothing for those whose work cannot
// be shared, and where no GPU is known. The control begins at `column`, as row() says.
void sharing_picker(AppState& app, const SolverEntry& algorithm, float column);

// Lets the user choose GPUs for an algorithm that computes in `space`: one of a list, or check
// boxes where they share the work. Nothing for the host's, and where no GPU is known.
void device_picker(AppState& app, Space space, float column);

// All that can be set of an algorithm, sharing and GPUs included.
void algorithm_options(AppState& app, const SolverEntry& entry);

} // namespace orrery
