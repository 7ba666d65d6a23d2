#pragma once

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

namespace orrery {

// What the far lists of some nodes do around them.
template <class Real>
struct TranslationTask {
    TargetNodes nodes;
    const Real* moments; // of the sources
    Real* locals;        // overwritten
    const Sphere<Real>* spheres;
    const FmmUnits<Real>* units;
    InteractionLists lists;
    Real softening_squared;
    std::uint32_t* next; // where warps take targets from, 0 at first

    TranslationTask(const TargetNodes& of_targets, const NodeExpansions<Real>& from,
                    const NodeExpansions<Real>& to, const InteractionLists& interactions,
                    Real softening, std::uint32_t* counter)
        : nodes(of_targets), moments(from.moments), locals(to.locals), spheres(to.spheres),
          units(from.units), lists(interactions), softening_squared(softening), next(counter) {}
};

// M2L for all nodes of the task at once.
template <class Real>
void translate(DeviceQueue& queue, const TranslationTask<Real>& task, int order);

} // namespace orrery
