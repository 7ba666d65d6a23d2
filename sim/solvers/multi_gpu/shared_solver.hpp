#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"
#include "sim/base/per_precision.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace orrery {

class DeviceGroup;

// What is true of an algorithm for one GPU when several share its work.
SolverInfo as_shared(SolverInfo alone);

template <class Real>
using MakeSplit = std::function<std::unique_ptr<WorkSplit<Real>>(DeviceGroup& group)>;

// How a group splits the work of a request.
struct SplitMethod {
    PerPrecision<MakeSplit> splits;
    // Where not all bodies pull on each other, if that takes others.
    std::optional<PerPrecision<MakeSplit>> for_others = {};
};

std::unique_ptr<Solver> shared_solver(const SolverInfo& info, Sharing sharing, SplitMethod method);

} // namespace orrery
