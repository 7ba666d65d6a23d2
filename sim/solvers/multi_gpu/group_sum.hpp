#pragma once

#include "sim/base/per_precision.hpp"
#include "sim/domain/rank_threads.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace orrery {

// A group, and the way between its ranks.
struct GroupWay {
    DeviceGroup& group;
    DeviceExchange& exchange;
    RankThreads* threads; // null: one thread gives all GPUs their work
};

// How a group answers requests in one precision, with what is kept between evaluations.
template <class Real>
class GroupSum {
public:
    virtual ~GroupSum() = default;
    virtual void prepare(const ForceSources<Real>& sources) = 0;
    virtual Outcome run(const ForceRequest<Real>& request, const Execution& execution) = 0;
    // At root: see Solver::order and Solver::inspect.
    virtual const std::uint32_t* order() { return nullptr; }
    virtual std::unique_ptr<InspectionReading> inspect(const InspectRequest&) { return nullptr; }
    // When root's queue has finished.
    virtual void report(StepTimings& timings) = 0;
    virtual std::size_t bytes() const = 0;
};

template <class Real>
using MakeGroupSum = std::function<std::unique_ptr<GroupSum<Real>>(const GroupWay& way)>;

struct GroupMethod {
    PerPrecision<MakeGroupSum> sums;
    // Other ones for requests in which not all bodies pull on each other, if those need them.
    std::optional<PerPrecision<MakeGroupSum>> for_others = {};
};

// The facts about an algorithm for one GPU when several share its work.
SolverInfo as_shared(SolverInfo alone);

std::unique_ptr<Solver> shared_solver(const SolverInfo& info, Sharing sharing, GroupMethod method);

} // namespace orrery
