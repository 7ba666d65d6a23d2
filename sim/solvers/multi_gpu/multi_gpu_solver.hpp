#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"
#include "sim/solvers/per_precision.hpp"

#include <cstddef>
#include <functional>
#include <memory>

namespace orrery {

// Who gives the GPUs their work.
enum class Drivers { one_thread, thread_per_gpu };

// A mode: how positions travel, and who drives.
struct GroupMode {
    std::unique_ptr<Exchange> (*exchange)() = nullptr;
    Drivers drivers = Drivers::one_thread;

    bool operator==(const GroupMode&) const = default;
};

template <class Real>
using MakeSplit =
    std::function<std::unique_ptr<WorkSplit<Real>>(DeviceGroup& group, std::size_t kernel)>;

// What the GPUs of a group do together, and in which mode.
class GroupMethod {
public:
    virtual ~GroupMethod() = default;
    virtual GroupMode mode(const ForceParameters& parameters) const = 0;
    // What the work is split for: splits are made anew when it changes. `mutual`: see ForceRequest.
    virtual std::size_t kernel(const ForceParameters&, bool /*mutual*/) const { return 0; }
    virtual PerPrecision<MakeSplit> splits() const = 0;
};

std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info,
                                         std::unique_ptr<GroupMethod> method);

// A direct sum; what all of them have in common is filled in.
SolverInfo multi_gpu_info(SolverInfo own);
std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info, const GroupMode& mode);

} // namespace orrery
