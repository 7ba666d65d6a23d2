#pragma once

#include "sim/simulation/body_edit.hpp"

namespace orrery {

// Bodies to be added to `system`, with the names of their parts, which begin with their first.
struct NewBodies {
    Bodies<double> bodies;
    std::vector<Component> components;
    std::vector<Label> labels;
};

NewBodies new_bodies(const System& system, const AddedBody& added, const EditForces& forces);
NewBodies new_bodies(const System& system, const AddedGalaxy& added, const EditForces& forces);
NewBodies new_bodies(const System& system, const AddedRing& added, const EditForces& forces);

} // namespace orrery
