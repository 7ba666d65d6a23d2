#pragma once

#include "sim/base/per_precision.hpp"
#include "sim/solver.hpp"

#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>

namespace orrery {

// A Solver made of one piece of code that serves both precisions. `Method` has
//
//     template <class Real> Outcome prepare(const ForceSources<Real>&, Execution&); // if it builds
//     template <class Real> Outcome run(const ForceRequest<Real>&, Execution&);
//     std::size_t scratch_bytes() const; // if it keeps memory
//     const std::uint32_t* order() const; // if it sorts the bodies
//     std::unique_ptr<InspectionReading> inspect(const InspectRequest&); // if there is what to see
//
// run is asked for at least one target, with the sources that were prepared. The pairs of a direct
// sum are counted here; any other method counts its terms.
template <class Method>
class TypedSolver final : public Solver {
public:
    template <class... Arguments>
    explicit TypedSolver(const SolverInfo& info, Arguments&&... of_method)
        : info_(info), method_(std::forward<Arguments>(of_method)...) {}

    const SolverInfo& info() const override { return info_; }

    Outcome prepare(const ForceSources<float>& sources, Execution& execution) override {
        return prepare_typed(sources, execution);
    }
    Outcome prepare(const ForceSources<double>& sources, Execution& execution) override {
        return prepare_typed(sources, execution);
    }
    Outcome evaluate(const ForceTargets<float>& targets, Execution& execution) override {
        return evaluate_typed(targets, execution);
    }
    Outcome evaluate(const ForceTargets<double>& targets, Execution& execution) override {
        return evaluate_typed(targets, execution);
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
    std::size_t scratch_bytes() const override {
        if constexpr (requires { method_.scratch_bytes(); }) {
            return method_.scratch_bytes();
        } else {
            return 0;
        }
    }

private:
    template <class Real>
    struct Prepared {
        BodiesView<Real> sources;
        const ForceParameters* parameters = nullptr; // null: nothing is
    };

    template <class Real>
    Outcome prepare_typed(const ForceSources<Real>& sources, Execution& execution) {
        Prepared<Real>& prepared = prepared_.template only<Real>();
        prepared = {};
        require_box(info_, sources.parameters);
        // Among ranks all go on to where they agree on it.
        if (execution.stop.stop_requested() && execution.communicator.size() == 1) {
            return Outcome::cancelled;
        }
        if constexpr (requires { method_.prepare(sources, execution); }) {
            if (method_.prepare(sources, execution) == Outcome::cancelled) {
                return Outcome::cancelled;
            }
        }
        prepared = {sources.sources, &sources.parameters};
        return Outcome::complete;
    }

    template <class Real>
    Outcome evaluate_typed(const ForceTargets<Real>& targets, Execution& execution) {
        const Prepared<Real>& prepared = prepared_.template in<Real>();
        assert(prepared.parameters != nullptr);
        const ForceRequest<Real> request{{prepared.sources, *prepared.parameters}, targets};
        execution.timings.interactions = info_.is_direct ? request.pairs() : 0;
        if (execution.stop.stop_requested()) {
            return Outcome::cancelled;
        }
        return request.targets.count == 0 ? Outcome::complete : method_.run(request, execution);
    }

    const SolverInfo& info_;
    Method method_;
    PerPrecision<Prepared> prepared_; // one of them empty
};

// The row of the list for a method, by default with a static member `info`.
template <class Method, const SolverInfo& info = Method::info>
SolverEntry typed_entry() {
    using Pointer = std::unique_ptr<Solver>;
    return {info, []() -> Pointer { return std::make_unique<TypedSolver<Method>>(info); }};
}

} // namespace orrery
