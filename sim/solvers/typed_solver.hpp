#pragma once

#include "sim/solver.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace orrery {

// A Solver made of one piece of code that serves both precisions. `Method` has
//
//     template <class Real> Outcome run(const ForceRequest<Real>&, Execution&);
//     std::size_t scratch_bytes() const;
//     const std::uint32_t* order() const; // if it sorts the bodies
//     std::unique_ptr<InspectionReading> inspect(const InspectRequest&); // if there is what to see
//
// run is asked for at least one target. The pairs of a direct sum are counted here; any other
// method counts its terms.
template <class Method>
class TypedSolver final : public Solver {
public:
    template <class... Arguments>
    explicit TypedSolver(const SolverInfo& info, Arguments&&... of_method)
        : info_(info), method_(std::forward<Arguments>(of_method)...) {}

    const SolverInfo& info() const override { return info_; }

    Outcome accelerations(const ForceRequest<float>& request, Execution& execution) override {
        return counted(request, execution);
    }
    Outcome accelerations(const ForceRequest<double>& request, Execution& execution) override {
        return counted(request, execution);
    }

    const std::uint32_t* order() const override {
        if constexpr (requires { method_.order(); }) {
            return method_.order();
        } else {
            return nullptr;
        }
    }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) override {
        if constexpr (requires { method_.inspect(request); }) {
            return method_.inspect(request);
        } else {
            return nullptr;
        }
    }
    std::size_t scratch_bytes() const override { return method_.scratch_bytes(); }

private:
    template <class Real>
    Outcome counted(const ForceRequest<Real>& request, Execution& execution) {
        execution.timings.interactions = info_.is_direct ? request.pairs() : 0;
        if (execution.stop.stop_requested()) {
            return Outcome::cancelled;
        }
        return request.targets.count == 0 ? Outcome::complete : method_.run(request, execution);
    }

    const SolverInfo& info_;
    Method method_;
};

// The row of the list for a method with a static member `info`.
template <class Method>
SolverEntry typed_entry() {
    using Pointer = std::unique_ptr<Solver>;
    return {Method::info,
            []() -> Pointer { return std::make_unique<TypedSolver<Method>>(Method::info); }};
}

} // namespace orrery
