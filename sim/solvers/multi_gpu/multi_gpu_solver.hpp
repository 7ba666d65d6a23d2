#pragma once

#include "sim/machine/devices.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"
#include "sim/solvers/multi_gpu/plan.hpp"

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

// What the GPUs of a group do together, and in which mode.
class GroupMethod {
public:
    virtual ~GroupMethod() = default;
    virtual GroupMode mode(const ForceParameters& parameters) const = 0;
    // What plans are made for: they are made anew when it changes.
    virtual std::size_t kernel(const ForceParameters&) const { return 0; }
    virtual std::unique_ptr<Plan<float>> plan_in_float(DeviceGroup& group,
                                                       std::size_t kernel) const = 0;
    virtual std::unique_ptr<Plan<double>> plan_in_double(DeviceGroup& group,
                                                         std::size_t kernel) const = 0;
};

std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info,
                                         std::unique_ptr<GroupMethod> method);

// A direct sum; what all of them have in common is filled in.
SolverInfo multi_gpu_info(SolverInfo own);
std::unique_ptr<Solver> multi_gpu_solver(const SolverInfo& info, const GroupMode& mode);

} // namespace orrery
